import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { monotonicMs } from './receivers.js'

const LIMIT_MS = 120_000
const LOOK_EVERY_MS = 5

/** Waits until no delivery is due. Returns the time on the monotonic clock. @throws Error after the timeout */
export async function awaitAllRecorded(pool: pg.Pool): Promise<number> {
  const deadline = performance.now() + LIMIT_MS
  while (await isAnyDue(pool)) {
    if (performance.now() > deadline) throw new Error('deliveries were still due after two minutes')
    await sleep(LOOK_EVERY_MS)
  }
  return monotonicMs()
}

/** @throws Error that counts the deliveries that did not succeed */
export async function assertAllSucceeded(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ state: string; count: string }>(
    `SELECT state, count(*) FROM deliveries WHERE state <> 'succeeded' GROUP BY state`,
  )
  if (rows.length === 0) return
  throw new Error(rows.map(({ state, count }) => `${count} deliveries are ${state}`).join(', '))
}

async function isAnyDue(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query<{ some: boolean }>(
    'SELECT EXISTS (SELECT FROM deliveries WHERE due_at IS NOT NULL) AS some',
  )
  return rows[0]?.some === true
}
