import { runMigrations } from 'bullmq'
import pg from 'pg'

/**
 * Makes or updates BullMQ's own tables, in the schema `bullmq` of the database. Idempotent; two at once wait for
 * each other. Only for the PostgreSQL backend; producers and consumers never migrate.
 */
export async function migrateQueue(options: { databaseUrl: string }): Promise<void> {
  const client = new pg.Client({
    connectionString: options.databaseUrl,
    connectionTimeoutMillis: 5_000,
  })
  await client.connect()
  try {
    await runMigrations(client)
  } finally {
    await client.end()
  }
}
