import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isDeadlock, isLockTimeout } from '../connection/errors.js'
import { watchLocks, type LockHolder } from '../connection/lock-holders.js'
import { MigrationError } from './migration-error.js'

export interface Patience {
  databaseUrl: string
  /** How long to wait for a lock, as everyone queued behind does; 2 s by default. */
  lockTimeoutMs?: number
  /** How long to keep trying, in milliseconds; 10 min by default. */
  patienceMs?: number
  /** Called repeatedly while a migration waits for a lock. */
  onWaiting?: (line: string) => void
}

const LOCK_TIMEOUT_MS = 2_000
const PATIENCE_MS = 600_000
/** Pause between two tries, relative to the duration of a try, so that queued statements can run. */
const PAUSE_SHARE = 1.5

export interface Step<Value> {
  client: pg.Client
  /** The migration's. */
  name: string
  /** One transaction. */
  run: () => Promise<Value>
}

/**
 * Runs a transaction. Retries after a pause if a lock is not free soon, because everyone queues behind an ALTER TABLE
 * that waits. @throws MigrationError that says who holds the lock
 */
export async function withPatience<Value>(
  { client, name, run }: Step<Value>,
  { databaseUrl, onWaiting, ...patience }: Patience,
): Promise<Value> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, patienceMs = PATIENCE_MS } = patience
  const watch = watchLocks(databaseUrl, await processOf(client), lockTimeoutMs / 4)
  const givenUpMs = performance.now() + patienceMs
  try {
    for (;;) {
      const ended = await attempt({ client, name, run }, lockTimeoutMs)
      if (ended !== null) return ended.value
      if (performance.now() >= givenUpMs) throw neverFree(name, await watch.stop())
      onWaiting?.(`Migration ${name} waits for a lock${heldBy(watch.seen())}; it tries again`)
      await sleep(lockTimeoutMs * PAUSE_SHARE)
    }
  } finally {
    await watch.stop()
  }
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
  return rows[0]?.pid ?? 0
}

/** @returns null if a lock was not free in time */
async function attempt<Value>(
  { client, run }: Step<Value>,
  lockTimeoutMs: number,
): Promise<{ value: Value } | null> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    const value = await run()
    await client.query('COMMIT')
    return { value }
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    if (isLockTimeout(error) || isDeadlock(error)) return null
    throw error
  }
}

function heldBy(holders: LockHolder[]): string {
  if (holders.length === 0) return ''
  return ` that is held by ${holders.map(({ pid, who }) => `process ${pid} (${who})`).join(', ')}`
}

function neverFree(name: string, holders: LockHolder[]): MigrationError {
  const [first] = holders
  const end = first === undefined ? '' : `, or end it: SELECT pg_terminate_backend(${first.pid})`
  return new MigrationError(
    `Migration ${name} did not get a lock${heldBy(holders)}. Wait until it is free${end}; then migrate again`,
  )
}
