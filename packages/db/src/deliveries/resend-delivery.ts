// Raw SQL: Prisma has no row locks.
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { Db } from '../connection/database.js'
import { QUEUED_COLUMNS } from './queued-columns.js'

export type ResendOutcome =
  | { kind: 'queued'; delivery: QueuedDelivery }
  | { kind: 'not_found' | 'in_flight' | 'webhook_inactive' | 'webhook_deleted' | 'not_resendable' }

interface ResendRequest {
  projectId: string
  withRetries: boolean
}

/** Requests an attempt, or `withRetries` a fresh schedule (docs/api-contract.md, "Resend"); none while in flight. */
export async function resendDelivery(
  db: Db,
  { deliveryId, ...request }: ResendRequest & { deliveryId: string },
): Promise<ResendOutcome> {
  const outcomes = await resendDeliveries(db, { ...request, deliveryIds: [deliveryId] })
  return outcomes.get(deliveryId) ?? { kind: 'not_found' }
}

/** Does the same for several deliveries, each by itself. @returns outcomes by id, without unknown deliveries */
export async function resendDeliveries(
  db: Db,
  { projectId, deliveryIds, withRetries }: ResendRequest & { deliveryIds: readonly string[] },
): Promise<ReadonlyMap<string, ResendOutcome>> {
  const rows = await lockDeliveries(db, projectId, deliveryIds)
  const payloads = await findPayloads(db, projectId, rows)
  const refused = new Map(rows.map((row) => [row.id, reasonAgainst(row, payloads)]))
  const accepted = [...refused].flatMap(([id, reason]) => (reason === null ? [id] : []))
  const queued = withRetries
    ? await restart(db, projectId, accepted)
    : await requestAttempt(db, projectId, accepted)
  const byId = new Map(queued.map((delivery) => [delivery.deliveryId, delivery]))
  return new Map(
    [...refused].map(([id, reason]) => [
      id,
      reason === null ? { kind: 'queued', delivery: found(byId.get(id)) } : { kind: reason },
    ]),
  )
}

interface LockedDelivery {
  id: string
  event_id: string
  in_flight: boolean
  is_active: boolean
  is_deleted: boolean
  is_canceled: boolean
}

/** Locks rows in id order, like the worker, so that the two do not deadlock. */
function lockDeliveries(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<LockedDelivery[]> {
  return db.$queryRaw<LockedDelivery[]>`
    SELECT d.id, d.event_id, coalesce(d.lease_until > clock_timestamp(), false) AS in_flight, h.is_active,
           h.deleted_at IS NOT NULL AS is_deleted, d.state = 'canceled' AS is_canceled
      FROM deliveries d JOIN webhooks h ON h.id = d.webhook_id
     WHERE d.id = ANY (${ids}::uuid[]) AND d.project_id = ${projectId}::uuid
     ORDER BY d.id
       FOR UPDATE OF d`
}

/** Runs after the deliveries are locked: the same statement would not see an erasure that held a lock until then. */
async function findPayloads(
  db: Db,
  projectId: string,
  rows: readonly LockedDelivery[],
): Promise<ReadonlySet<string>> {
  const id = { in: rows.map(({ event_id: eventId }) => eventId) }
  const events = await db.event.findMany({
    where: { id, projectId, payload: { not: '' } },
    select: { id: true },
  })
  return new Set(events.map((event) => event.id))
}

function reasonAgainst(
  row: LockedDelivery,
  payloads: ReadonlySet<string>,
): Exclude<ResendOutcome['kind'], 'queued'> | null {
  if (row.is_deleted) return 'webhook_deleted'
  if (!row.is_active) return 'webhook_inactive'
  if (row.is_canceled || !payloads.has(row.event_id)) return 'not_resendable'
  return row.in_flight ? 'in_flight' : null
}

function requestAttempt(
  db: Db,
  projectId: string,
  ids: readonly string[],
): Promise<QueuedDelivery[]> {
  return db.$queryRaw<QueuedDelivery[]>`
    UPDATE deliveries SET is_manual = true, due_at = now(), enqueued_at = now(), seq = seq + 1, replay_id = NULL
     WHERE id = ANY (${ids}::uuid[]) AND project_id = ${projectId}::uuid
    RETURNING ${QUEUED_COLUMNS}`
}

function restart(db: Db, projectId: string, ids: readonly string[]): Promise<QueuedDelivery[]> {
  return db.$queryRaw<QueuedDelivery[]>`
    UPDATE deliveries
       SET state = 'pending', trigger = 'resend', schedule_attempts = 0, is_manual = false, seq = seq + 1,
           next_attempt_at = now(), due_at = now(), enqueued_at = now(), held_at = NULL, completed_at = NULL, replay_id = NULL
     WHERE id = ANY (${ids}::uuid[]) AND project_id = ${projectId}::uuid
    RETURNING ${QUEUED_COLUMNS}`
}

function found(delivery: QueuedDelivery | undefined): QueuedDelivery {
  if (delivery === undefined) throw new Error('A locked delivery does not exist')
  return delivery
}
