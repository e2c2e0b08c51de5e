import { readdir } from 'node:fs/promises'
import type { Pool } from 'pg'
import { defaultMigrationsDir } from './migrate.js'

/** Migrations of this code that the database lacks, in order. Later ones than this code's are accepted. */
export async function findMissingMigrations(pool: Pick<Pool, 'query'>): Promise<string[]> {
  const entries = await readdir(defaultMigrationsDir(), { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  const applied = await listApplied(pool)
  return names.sort().filter((name) => !applied.has(name))
}

async function listApplied(pool: Pick<Pool, 'query'>): Promise<Set<string>> {
  const known = await pool.query<{ known: boolean }>(
    `SELECT to_regclass('_prisma_migrations') IS NOT NULL AS known`,
  )
  if (known.rows[0]?.known !== true) return new Set()
  const { rows } = await pool.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations
      WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL`,
  )
  return new Set(rows.map(({ name }) => name))
}
