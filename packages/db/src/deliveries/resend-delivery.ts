// Raw SQL: Prisma has no row locks.
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { Db } from '../connection/database.js'
import { QUEUED_COLUMNS } from './queued-columns.js'

export type ResendOutcome =
  | { kind: 'queued'; delivery: QueuedDelivery }
  | { kind: 'not_found' | 'in_flight' | 'webhook_inactive' | 'webhook_deleted' | 'not_resendable' }

/** Requests an attempt, or `withRetries` a fresh schedule (docs/api-contract.md, "Resend"); none while in flight. */
export async function resendDelivery(
  db: Db,
  request: { projectId: string; deliveryId: string; withRetries: boolean },
): Promise<ResendOutcome> {
  const [row] = await db.$queryRaw<
    {
      event_id: string
      in_flight: boolean
      is_active: boolean
      is_deleted: boolean
      is_canceled: boolean
    }[]
  >`
    SELECT d.event_id, coalesce(d.lease_until > clock_timestamp(), false) AS in_flight, h.is_active, h.deleted_at IS NOT NULL AS is_deleted,
           d.state = 'canceled' AS is_canceled
      FROM deliveries d JOIN webhooks h ON h.id = d.webhook_id
     WHERE d.id = ${request.deliveryId}::uuid AND d.project_id = ${request.projectId}::uuid
       FOR UPDATE OF d`
  if (row === undefined) return { kind: 'not_found' }
  if (row.is_deleted) return { kind: 'webhook_deleted' }
  if (!row.is_active) return { kind: 'webhook_inactive' }
  if (row.is_canceled || !(await hasPayload(db, request.projectId, row.event_id)))
    return { kind: 'not_resendable' }
  if (row.in_flight) return { kind: 'in_flight' }
  return {
    kind: 'queued',
    delivery: await (request.withRetries ? restart : once)(db, request.deliveryId),
  }
}

/** Runs after the delivery is locked: the same statement would not see an erasure that held the lock until then. */
async function hasPayload(db: Db, projectId: string, eventId: string): Promise<boolean> {
  const events = await db.event.count({
    where: { id: eventId, projectId, payload: { not: '' } },
  })
  return events > 0
}

async function once(db: Db, deliveryId: string): Promise<QueuedDelivery> {
  return single(
    await db.$queryRaw<QueuedDelivery[]>`
      UPDATE deliveries SET is_manual = true, due_at = now(), enqueued_at = now(), seq = seq + 1, replay_id = NULL
       WHERE id = ${deliveryId}::uuid
      RETURNING ${QUEUED_COLUMNS}`,
  )
}

async function restart(db: Db, deliveryId: string): Promise<QueuedDelivery> {
  return single(
    await db.$queryRaw<QueuedDelivery[]>`
      UPDATE deliveries
         SET state = 'pending', trigger = 'resend', schedule_attempts = 0, is_manual = false, seq = seq + 1,
             next_attempt_at = now(), due_at = now(), enqueued_at = now(), held_at = NULL, completed_at = NULL, replay_id = NULL
       WHERE id = ${deliveryId}::uuid
      RETURNING ${QUEUED_COLUMNS}`,
  )
}

function single(rows: QueuedDelivery[]): QueuedDelivery {
  const [row] = rows
  if (row === undefined) throw new Error('The locked delivery does not exist')
  return row
}
