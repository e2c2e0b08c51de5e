// Raw SQL: Prisma has no row locks in the order of ids.
import type { Db } from '../connection/database.js'
import { MANUAL_IN_FLIGHT } from '../deliveries/hold-deliveries.js'
import type { ErasedEvent } from './erase-events.js'

/** Ids of deliveries come from the database's clock, which may be set back slightly. */
const BEFORE_SECONDS = 5
/** An event's transaction takes 10 s at most, and begins within 5 s of its time. */
const AFTER_SECONDS = 30

/** Cancels open deliveries and erases response bodies. An attempt in flight may finish: its bytes have been sent. */
export async function eraseDeliveries(
  db: Db,
  projectId: string,
  events: ErasedEvent[],
): Promise<{ canceled: number; inFlight: string[] }> {
  const rows = await db.$queryRaw<{ id: string; isCanceled: boolean; isInFlight: boolean }[]>`
    WITH event AS MATERIALIZED (
      SELECT * FROM unnest(${events.map(({ id }) => id)}::uuid[],
                           ${events.map(({ attributedAt }) => attributedAt.toISOString())}::text[]::timestamptz[])
        AS e(id, attributed_at)
    ), found AS MATERIALIZED (
      SELECT d.id, d.project_id
        FROM event e
       CROSS JOIN LATERAL (
         SELECT d.id, d.project_id FROM deliveries d
          WHERE d.id >= uuid7_floor(e.attributed_at - make_interval(secs => ${BEFORE_SECONDS}::integer))
            AND d.id < uuid7_floor(e.attributed_at + make_interval(secs => ${AFTER_SECONDS}::integer))
            AND d.event_id = e.id AND d.project_id = ${projectId}::uuid) d
    ), locked AS MATERIALIZED (
      -- In the order of their ids, as those who record results lock them.
      SELECT l.* FROM (SELECT * FROM found ORDER BY id) f
       CROSS JOIN LATERAL (
         SELECT d.id, d.project_id, d.state, coalesce(d.lease_until > clock_timestamp(), false) AS is_in_flight
           FROM deliveries d WHERE d.id = f.id AND d.project_id = f.project_id LIMIT 1 FOR UPDATE) l
    ), changed AS (
      UPDATE deliveries d
         SET state = CASE WHEN d.state = 'succeeded' THEN d.state ELSE 'canceled' END,
             due_at = NULL, next_attempt_at = NULL, held_at = NULL, is_manual = ${MANUAL_IN_FLIGHT},
             completed_at = coalesce(d.completed_at, now())
        FROM locked l WHERE d.id = l.id AND d.project_id = l.project_id
    )
    SELECT id, state NOT IN ('succeeded', 'canceled') AS "isCanceled", is_in_flight AS "isInFlight" FROM locked`
  await eraseAnswers(
    db,
    rows.map(({ id }) => id),
  )
  return {
    canceled: rows.filter(({ isCanceled }) => isCanceled).length,
    inFlight: rows.filter(({ isInFlight }) => isInFlight).map(({ id }) => id),
  }
}

/** Erases the response bodies of deliveries: receivers may have echoed the payload. */
export async function eraseAnswers(db: Db, deliveryIds: string[]): Promise<void> {
  await db.deliveryAttempt.updateMany({
    where: { deliveryId: { in: deliveryIds }, responseBody: { not: null } },
    data: { responseBody: null },
  })
}
