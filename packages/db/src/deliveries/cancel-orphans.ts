// Raw SQL: Prisma has no anti-joins across partitioned tables.
import type { Db } from '../connection/database.js'

/** Rows per run. Orphans stay the oldest, because nothing moves their due time. */
const ROWS_AT_ONCE = 5_000
const DUE_FOR_SECONDS = 60

/** Ends deliveries whose event, payload or webhook an operator or a restored backup has removed. Returns their ids. */
export async function cancelOrphans(db: Db): Promise<string[]> {
  const rows = await db.$queryRaw<{ id: string }[]>`
    WITH oldest AS (
      SELECT id, project_id, event_id, webhook_id FROM deliveries
       WHERE due_at <= clock_timestamp() - make_interval(secs => ${DUE_FOR_SECONDS})
       ORDER BY due_at LIMIT ${ROWS_AT_ONCE}
    )
    UPDATE deliveries d
       SET state = CASE WHEN d.state IN ('pending', 'retrying', 'held') THEN 'canceled' ELSE d.state END,
           completed_at = coalesce(d.completed_at, now()), next_attempt_at = NULL, due_at = NULL, is_manual = false
      FROM oldest o
     WHERE d.id = o.id AND d.project_id = o.project_id
       AND (NOT EXISTS (SELECT 1 FROM events e WHERE e.id = o.event_id AND e.project_id = o.project_id AND e.payload <> '')
            OR NOT EXISTS (SELECT 1 FROM webhooks h WHERE h.id = o.webhook_id))
    RETURNING d.id`
  return rows.map(({ id }) => id)
}
