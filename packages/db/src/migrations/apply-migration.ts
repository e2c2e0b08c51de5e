import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { createIndexConcurrently, parseIndexes } from './create-index-concurrently.js'
import { withPatience, type Patience } from './with-patience.js'

export interface Migration {
  name: string
  sql: string
  checksum: string
}

/**
 * Applies a migration as its first line says (docs/migrations.md) and records it. Without such a line the statements
 * and the record are one transaction. @throws MigrationError if a lock is never free
 */
export async function applyMigration(
  client: pg.Client,
  migration: Migration,
  patience: Patience,
): Promise<void> {
  const { name, sql } = migration
  const kind = kindOf(sql)
  if (kind === 'concurrently')
    for (const index of parseIndexes(migration))
      await createIndexConcurrently(client, { ...index, migration: name }, patience)
  if (kind === 'in batches') await applyInBatches(client, migration, patience)
  const run = async () => {
    if (kind === 'in a transaction') await client.query(sql)
    await client.query(
      `INSERT INTO "_prisma_migrations" (id, checksum, migration_name, finished_at, applied_steps_count) VALUES ($1, $2, $3, now(), 1)`,
      [randomUUID(), migration.checksum, name],
    )
  }
  await withPatience({ client, name, run }, patience)
}

export type MigrationKind = 'in a transaction' | 'concurrently' | 'in batches'

export function kindOf(sql: string): MigrationKind {
  if (sql.startsWith('-- migrate: concurrently\n')) return 'concurrently'
  return sql.startsWith('-- migrate: in batches\n') ? 'in batches' : 'in a transaction'
}

/** Repeats the statement, each time in a separate transaction, until it changes no row. Pauses as long as it ran. */
async function applyInBatches(
  client: pg.Client,
  { name, sql }: Migration,
  patience: Patience,
): Promise<void> {
  for (;;) {
    const startedMs = performance.now()
    const { rowCount } = await withPatience(
      { client, name, run: () => client.query(sql) },
      patience,
    )
    if (rowCount === null || rowCount === 0) return
    await sleep(performance.now() - startedMs)
  }
}
