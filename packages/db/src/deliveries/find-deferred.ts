import type { Db } from '../connection/database.js'
import type { QueuedDelivery } from './queued-delivery.js'

/** A look at this many rows is enough for a sample. */
const LOOK_AT = 5_000

/** A random sample of the deliveries that are due and free and whose job a worker deferred. */
export function findDeferred(db: Db, limit: number): Promise<QueuedDelivery[]> {
  return db.$queryRaw<QueuedDelivery[]>`
    WITH deferred AS MATERIALIZED (
      SELECT id, webhook_id, project_id, seq FROM deliveries
       WHERE due_at <= clock_timestamp() AND enqueued_at > clock_timestamp()
         AND (lease_until IS NULL OR lease_until <= clock_timestamp())
       ORDER BY due_at LIMIT ${LOOK_AT}
    )
    SELECT id AS "deliveryId", webhook_id AS "webhookId", project_id AS "projectId", seq, 0::integer AS "delayMs"
      FROM deferred ORDER BY random() LIMIT ${limit}`
}

/** How many of these deliveries still are. */
export async function countDeferred(db: Db, deliveryIds: string[]): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM deliveries
     WHERE id = ANY (${deliveryIds}::uuid[]) AND coalesce(due_at, 'infinity') <= clock_timestamp() AND enqueued_at > clock_timestamp()
       AND (lease_until IS NULL OR lease_until <= clock_timestamp())`
  return row?.count ?? 0
}
