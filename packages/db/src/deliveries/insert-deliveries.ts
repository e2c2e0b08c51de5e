import type { Db } from '../client.js'
import type { QueuedDelivery } from './queued-delivery.js'

/**
 * Writes one delivery for each webhook of the project that is subscribed to the event, in the event's own
 * transaction: pending where the webhook is active, skipped where it is off (contract §4).
 *
 * @returns the pending ones, to be put in the queue after the commit
 */
export function insertDeliveries(
  db: Db,
  event: { projectId: string; eventId: string; type: string },
): Promise<QueuedDelivery[]> {
  return db.$queryRaw<QueuedDelivery[]>`
    WITH inserted AS (
      INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, next_attempt_at, due_at, completed_at)
      SELECT uuid7_generate(), h.project_id, h.id, ${event.eventId}::uuid, ${event.type},
             CASE WHEN h.is_active THEN 'pending' ELSE 'skipped' END, 'auto',
             CASE WHEN h.is_active THEN now() END, CASE WHEN h.is_active THEN now() END,
             CASE WHEN h.is_active THEN NULL ELSE now() END
        FROM webhooks h
       WHERE h.project_id = ${event.projectId}::uuid AND h.deleted_at IS NULL AND ${event.type} = ANY (h.events)
       ORDER BY h.id
      RETURNING id, webhook_id, state
    )
    SELECT id AS "deliveryId", webhook_id AS "webhookId", 0::integer AS "seq", 0::integer AS "delayMs"
      FROM inserted WHERE state = 'pending'`
}

/** Writes the one delivery of a webhook's test event (contract §3, test). */
export async function insertTestDelivery(
  db: Db,
  event: { projectId: string; eventId: string; type: string; webhookId: number },
): Promise<QueuedDelivery> {
  const [row] = await db.$queryRaw<QueuedDelivery[]>`
    INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, is_test, next_attempt_at, due_at)
    VALUES (uuid7_generate(), ${event.projectId}::uuid, ${event.webhookId}, ${event.eventId}::uuid, ${event.type},
            'pending', 'test', true, now(), now())
    RETURNING id AS "deliveryId", webhook_id AS "webhookId", seq, 0::integer AS "delayMs"`
  if (row === undefined) throw new Error('INSERT … RETURNING answered no row')
  return row
}
