// Raw SQL: Prisma has no insert of selected rows, and no ids made by the database.
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { Db } from '../connection/database.js'
import { QUEUED_COLUMNS } from './queued-columns.js'

/** A delivery per webhook subscribed to `events` (trusted SQL: `id`, `project_id`, `type`), skipped if inactive. */
export function deliveriesOf(events: string): string {
  return `
    INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, next_attempt_at, due_at, completed_at)
    SELECT uuid7_generate(), h.project_id, h.id, e.id, e.type,
           CASE WHEN h.is_active THEN 'pending' ELSE 'skipped' END, 'auto',
           CASE WHEN h.is_active THEN now() END, CASE WHEN h.is_active THEN now() END,
           CASE WHEN h.is_active THEN NULL ELSE now() END
      FROM ${events} AS e
     CROSS JOIN LATERAL (
       SELECT h.id, h.project_id, h.is_active FROM webhooks h
        WHERE h.project_id = e.project_id AND h.deleted_at IS NULL AND e.type = ANY (h.events)
        ORDER BY h.id OFFSET 0) h
    RETURNING id, webhook_id, project_id, event_id, state`
}

/** Writes an event's deliveries, in its transaction. Returns the pending ones, to be enqueued after the commit. */
export function insertDeliveries(
  db: Db,
  event: { projectId: string; eventId: string; type: string },
): Promise<QueuedDelivery[]> {
  return db.$queryRawUnsafe<QueuedDelivery[]>(
    INSERT_FOR_ONE,
    event.eventId,
    event.projectId,
    event.type,
  )
}

const INSERT_FOR_ONE = `
  WITH inserted AS (${deliveriesOf('(SELECT $1::uuid AS id, $2::uuid AS project_id, $3::text AS type)')})
  SELECT id AS "deliveryId", webhook_id AS "webhookId", project_id AS "projectId", 0::integer AS "seq", 0::integer AS "delayMs"
    FROM inserted WHERE state = 'pending'`

/** Writes a test event's deliveries, only for active webhooks: nobody replays a test. */
export function insertTestDeliveries(
  db: Db,
  event: { projectId: string; eventId: string; type: string },
): Promise<QueuedDelivery[]> {
  return db.$queryRaw<QueuedDelivery[]>`
    INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, is_test, next_attempt_at, due_at)
    SELECT uuid7_generate(), h.project_id, h.id, ${event.eventId}::uuid, ${event.type}, 'pending', 'test', true, now(), now()
      FROM webhooks h
     WHERE h.project_id = ${event.projectId}::uuid AND h.deleted_at IS NULL AND h.is_active
       AND ${event.type} = ANY (h.events)
     ORDER BY h.id
    RETURNING ${QUEUED_COLUMNS}`
}

/** Writes the only delivery of a webhook's test event. */
export async function insertTestDelivery(
  db: Db,
  event: { projectId: string; eventId: string; type: string; webhookId: number },
): Promise<QueuedDelivery> {
  const [row] = await db.$queryRaw<QueuedDelivery[]>`
    INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, is_test, next_attempt_at, due_at)
    VALUES (uuid7_generate(), ${event.projectId}::uuid, ${event.webhookId}, ${event.eventId}::uuid, ${event.type},
            'pending', 'test', true, now(), now())
    RETURNING ${QUEUED_COLUMNS}`
  if (row === undefined) throw new Error('INSERT … RETURNING returned no row')
  return row
}
