// Raw SQL: facts of the server, and the history of migrations, which has no model.
import type { Database } from '../connection/database.js'
import { findMissingMigrations } from '../migrations/migrate.js'

export interface SystemFacts {
  now: Date
  version: string
  sizeBytes: number
  lastMigration: string | null
  pendingMigrations: string[]
  workerSeenAt: Date | null
  lastAttemptAt: Date | null
}

export async function readSystemFacts({
  prisma,
  pool,
}: Pick<Database, 'prisma' | 'pool'>): Promise<SystemFacts> {
  const [row] = await prisma.$queryRaw<Omit<SystemFacts, 'pendingMigrations'>[]>`
    SELECT clock_timestamp() AS now, current_setting('server_version') AS version,
           pg_database_size(current_database())::float8 AS "sizeBytes",
           (SELECT max(migration_name) FROM _prisma_migrations
             WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL) AS "lastMigration",
           (SELECT attempts_counted_at FROM roll_up_state WHERE id = 1) AS "workerSeenAt",
           (SELECT started_at FROM delivery_attempts ORDER BY id DESC LIMIT 1) AS "lastAttemptAt"`
  if (row === undefined) throw new Error('The database returned no row')
  return { ...row, pendingMigrations: await findMissingMigrations(pool) }
}
