// Raw SQL: Prisma has no SKIP LOCKED.
import { inTransaction, type Database } from '../connection/database.js'

/** An attempt is recorded within its lease of seconds; its id was made before, by another clock. */
const RECORDED_WITHIN_MINUTES = 2

interface CountedBatch {
  looked: number
  rows: number
}

/** Adds the next attempts to their counts by hour, webhook, outcome and duration, each once. One process at a time. */
export function countAttempts(
  database: Pick<Database, 'prisma'>,
  rowsAtOnce: number,
): Promise<CountedBatch> {
  return inTransaction(database, async (db) => {
    const [state] = await db.$queryRaw<{ afterId: string; beforeId: string }[]>`
      SELECT attempts_after_id AS "afterId",
             greatest(attempts_after_id, uuid7_floor(now() - make_interval(mins => ${RECORDED_WITHIN_MINUTES}::integer))) AS "beforeId"
        FROM roll_up_state WHERE id = 1 FOR UPDATE SKIP LOCKED`
    if (state === undefined) return { looked: 0, rows: 0 }
    const [batch] = await db.$queryRaw<[CountedBatch & { lastId: string | null }]>`
      WITH batch AS MATERIALIZED (
        SELECT id, project_id, delivery_id, trigger, outcome, duration_ms, started_at
          FROM delivery_attempts
         WHERE id > ${state.afterId}::uuid AND id < ${state.beforeId}::uuid
         ORDER BY id LIMIT ${rowsAtOnce}::integer
      ), counted AS (
        INSERT INTO attempt_counts AS c (project_id, hour, webhook_id, outcome, duration_ms, attempts)
        SELECT b.project_id, date_trunc('hour', b.started_at, 'UTC'), d.webhook_id, b.outcome,
               ceil(power(1.2, ceil(ln(greatest(b.duration_ms, 1)) / ln(1.2))))::integer, count(*)
          FROM batch b
         CROSS JOIN LATERAL (
           SELECT webhook_id FROM deliveries WHERE deliveries.id = b.delivery_id AND deliveries.project_id = b.project_id LIMIT 1) d
         WHERE b.trigger <> 'test' GROUP BY 1, 2, 3, 4, 5 ORDER BY 1, 2, 3, 4, 5
        ON CONFLICT (project_id, hour, webhook_id, outcome, duration_ms) DO UPDATE SET attempts = c.attempts + EXCLUDED.attempts
        RETURNING 1
      )
      SELECT (SELECT count(*) FROM batch)::integer AS looked, (SELECT count(*) FROM counted)::integer AS rows,
             (SELECT id FROM batch ORDER BY id DESC LIMIT 1) AS "lastId"`
    const { lastId, ...looked } = batch
    const afterId = looked.looked === rowsAtOnce && lastId !== null ? lastId : state.beforeId
    await db.$executeRaw`UPDATE roll_up_state SET attempts_after_id = ${afterId}::uuid, attempts_counted_at = now() WHERE id = 1`
    return looked
  })
}
