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
  /** How long it waits for a lock, so that all who come after it wait as long; 2 s unless told. */
  lockTimeoutMs?: number
  /** How long it goes on trying, in milliseconds; 10 min unless told. */
  patienceMs?: number
  /** Told, again and again, that a migration waits for somebody's lock. */
  onWaiting?: (line: string) => void
}

const LOCK_TIMEOUT_MS = 2_000
const PATIENCE_MS = 600_000
/** Between two tries, by the time of a try: those who had queued behind it have their turn. */
const PAUSE_SHARE = 1.5

/**
 * Applies a migration with its row in one transaction. ALTER TABLE behind somebody's long read, as of a dump, keeps all
 * who come after it waiting as well: it waits for each lock no longer than `lockTimeoutMs`, then rolls back and tries
 * again after a pause.
 *
 * @throws MigrationError when a lock is not free within `patienceMs`; says who holds it
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

/** @returns false when somebody held for too long what it must lock */
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
