import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isLockTimeout } from '../connection/errors.js'
import { watchLocks, type LockHolder } from '../connection/lock-holders.js'
import { MigrationError } from './migration-error.js'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

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

/**
 * Applies a migration and its row in one transaction. Retries after a pause if a lock is not free soon, because
 * everyone queues behind an ALTER TABLE that waits. @throws MigrationError that says who holds the lock
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  patience: Patience,
): Promise<void> {
  const { lockTimeoutMs = LOCK_TIMEOUT_MS, patienceMs = PATIENCE_MS } = patience
  const watch = watchLocks(patience.databaseUrl, await processOf(client), lockTimeoutMs / 4)
  const givenUpMs = performance.now() + patienceMs
  try {
    while (!(await isApplied(client, migration, lockTimeoutMs))) {
      if (performance.now() >= givenUpMs) throw neverFree(migration, await watch.stop())
      patience.onWaiting?.(
        `Migration ${migration.name} waits for a lock${heldBy(watch.seen())}; it tries again`,
      )
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

/** @returns false if a lock was not free in time */
async function isApplied(
  client: pg.Client,
  migration: Migration,
  lockTimeoutMs: number,
): Promise<boolean> {
  try {
    await applyOnce(client, migration, lockTimeoutMs)
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

async function applyOnce(
  client: pg.Client,
  migration: Migration,
  lockTimeoutMs: number,
): Promise<void> {
  await client.query('BEGIN')
  try {
    await client.query(`SET LOCAL lock_timeout = ${lockTimeoutMs}`)
    await client.query(migration.sql)
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), migration.checksum, migration.name],
    )
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

function heldBy(holders: LockHolder[]): string {
  if (holders.length === 0) return ''
  return ` that is held by ${holders.map(({ pid, who }) => `process ${pid} (${who})`).join(', ')}`
}

function neverFree({ name }: Migration, holders: LockHolder[]): MigrationError {
  const [first] = holders
  const end = first === undefined ? '' : `, or end it: SELECT pg_terminate_backend(${first.pid})`
  return new MigrationError(
    `Migration ${name} did not get a lock${heldBy(holders)}. Wait until it is free${end}; then migrate again`,
  )
}
