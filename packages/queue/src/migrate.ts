import { runMigrations } from 'bullmq'
import pg from 'pg'

/** Creates or updates BullMQ's tables in the `bullmq` schema. Idempotent; producers and consumers never migrate. */
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

/** BullMQ 6.7 promotes delayed jobs with an UPDATE that can deadlock. This makes it skip locked rows (ADR 4). */
async function skipLockedPromotions(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ definition: string }>(
    'SELECT pg_get_functiondef($1::regprocedure) AS definition',
    [FETCH],
  )
  const definition = rows[0]?.definition ?? ''
  const changed = definition.replace(PROMOTION, PROMOTION_OF_FREE_JOBS)
  if (changed !== definition) await client.query(changed)
}
