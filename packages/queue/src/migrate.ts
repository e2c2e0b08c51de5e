import { runMigrations } from 'bullmq'
import pg from 'pg'

/**
 * Creates or updates BullMQ's own tables, in the schema `bullmq` of the database. Idempotent; two at once wait for
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
    await skipLockedPromotions(client)
  } finally {
    await client.end()
  }
}

const FETCH = 'bullmq.move_to_active(text, text, bigint, bigint, text, integer, bigint)'
const PROMOTION =
  /(UPDATE job\s+SET state = 'waiting', delay_ms = 0\s+)WHERE queue = p_queue\s+AND state = 'delayed'\s+AND process_at_ms <= p_now/
const PROMOTION_OF_FREE_JOBS = `$1WHERE queue = p_queue
         AND id = ANY (ARRAY(
               SELECT d.id FROM job d
                WHERE d.queue = p_queue AND d.state = 'delayed' AND d.process_at_ms <= p_now
                  FOR UPDATE SKIP LOCKED))`

/**
 * BullMQ 6.7 promotes all due delayed jobs in each fetch, with one UPDATE that waits for locked rows. Two fetches with
 * snapshots of different age lock these rows crosswise; PostgreSQL notices after one second, and all other fetches and
 * completions wait for that long. This makes the UPDATE skip the jobs that another fetch promotes (ADR 4).
 */
async function skipLockedPromotions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    'SELECT pg_get_functiondef($1::regprocedure) AS definition',
    [FETCH],
  )
  const definition = rows[0]?.definition ?? ''
  const changed = definition.replace(PROMOTION, PROMOTION_OF_FREE_JOBS)
  if (changed !== definition) await client.query(changed)
}
