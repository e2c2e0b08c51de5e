// Raw SQL: leases, and the times that ids hold, are compared with the database's clock.
import { uuidV7Time } from '@throughline/core/lib/ids'
import type { Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

export interface DeliveryRow {
  id: string
  webhookId: number
  eventId: string
  event: string
  /** As stored, or `delivering` while an attempt is in flight. */
  state: string
  trigger: string
  attemptsMade: number
  nextAttemptAt: Date | null
  createdAt: Date
  completedAt: Date | null
  isTest: boolean
  /** Null if the event has none: a sample, an older event, or an erased one. */
  installId: string | null
  attributionId: string | null
}

export interface AttemptRow {
  number: number
  trigger: string
  startedAt: Date
  durationMs: number
  outcome: string
  statusCode: number | null
  errorClass: string | null
  error: string | null
  responseBody: string | null
  url: string
  address: string | null
  requestId: string | null
}

export interface DeliveryFilter {
  webhookId: number
  state: string | null
  since: Date | null
  until: Date | null
  beforeId: string | null
  limit: number
}

/** One page of a webhook's deliveries, newest first. Looks up events by key, only for the page. */
export function listDeliveries(db: Db, filter: DeliveryFilter): Promise<DeliveryRow[]> {
  return db.$queryRaw<DeliveryRow[]>`
    WITH page AS MATERIALIZED (
      SELECT * FROM deliveries d
       WHERE d.webhook_id = ${filter.webhookId}
         AND (${filter.beforeId}::uuid IS NULL OR d.id < ${filter.beforeId}::uuid)
         AND (${filter.since}::timestamptz IS NULL OR d.id >= uuid7_floor(${filter.since}::timestamptz))
         AND (${filter.until}::timestamptz IS NULL OR d.id < uuid7_floor(${filter.until}::timestamptz))
         AND (${filter.state}::text IS NULL
              OR CASE WHEN d.lease_until > clock_timestamp() THEN 'delivering' ELSE d.state END = ${filter.state}::text)
         -- What is shown as delivering is stored as something else. Said here too, for the partial indexes.
         AND (${filter.state}::text IS NULL OR ${filter.state}::text = 'delivering' OR d.state = ${filter.state}::text)
       ORDER BY d.id DESC
       LIMIT ${filter.limit}
    )
    SELECT ${DELIVERY_COLUMNS} FROM page d LEFT JOIN LATERAL (${DELIVERY_EVENT}) e ON true ORDER BY d.id DESC`
}

/** One delivery of a project with its exact payload, or null. A missing payload is empty. */
export async function findDelivery(
  db: Db,
  key: { projectId: string; deliveryId: string },
): Promise<(DeliveryRow & { payload: string }) | null> {
  const [row] = await db.$queryRaw<(DeliveryRow & { payload: string })[]>`
    SELECT ${DELIVERY_COLUMNS}, coalesce(e.payload, '') AS payload
      FROM deliveries d LEFT JOIN LATERAL (${DELIVERY_EVENT}) e ON true
     WHERE d.id = ${key.deliveryId}::uuid AND d.project_id = ${key.projectId}::uuid`
  return row ?? null
}

export const DELIVERY_COLUMNS = Prisma.sql`
  d.id, d.webhook_id AS "webhookId", d.event_id AS "eventId", d.event, d.trigger, d.is_test AS "isTest",
  CASE WHEN d.lease_until > clock_timestamp() THEN 'delivering' ELSE d.state END AS state,
  d.attempts_made AS "attemptsMade", d.next_attempt_at AS "nextAttemptAt",
  d.created_at AS "createdAt", d.completed_at AS "completedAt",
  e.install_id AS "installId", e.attribution_id AS "attributionId"`

export const DELIVERY_EVENT = Prisma.sql`
  SELECT e.install_id, e.attribution_id, e.payload FROM events e
   WHERE e.id = d.event_id AND e.project_id = d.project_id LIMIT 1`

export function listAttempts(
  db: Db,
  key: { projectId: string; deliveryId: string },
): Promise<AttemptRow[]> {
  return db.deliveryAttempt.findMany({
    where: { projectId: key.projectId, deliveryId: key.deliveryId },
    orderBy: [{ number: 'asc' }, { id: 'asc' }],
    select: {
      number: true,
      trigger: true,
      startedAt: true,
      durationMs: true,
      outcome: true,
      statusCode: true,
      errorClass: true,
      error: true,
      responseBody: true,
      url: true,
      address: true,
      requestId: true,
    },
  })
}

export interface AttributionDeliveryRow {
  id: string
  webhookId: number
  state: string
}

/** The event's id is created right after the attribution's, from the same clock. */
const EVENT_WITHIN_MS = 1_000
/** Deliveries are written, by the database's clock, in the transaction that begins at `attributedAt`. */
const DELIVERIES_WITHIN_MS = 15_000
/** JavaScript dates have no microseconds. */
const ROUNDING_MS = 1

/** The deliveries of an attribution's event. No index serves this, but the ids limit it to some seconds' rows. */
export function listAttributionDeliveries(
  db: Db,
  attribution: { projectId: string; id: string; attributedAt: Date },
): Promise<AttributionDeliveryRow[]> {
  const { projectId, id, attributedAt } = attribution
  const eventsUntil = plus(uuidV7Time(id), EVENT_WITHIN_MS)
  const [from, until] = [
    plus(attributedAt, -ROUNDING_MS),
    plus(attributedAt, DELIVERIES_WITHIN_MS + ROUNDING_MS),
  ]
  return db.$queryRaw<AttributionDeliveryRow[]>`
    SELECT d.id, d.webhook_id AS "webhookId",
           CASE WHEN d.lease_until > clock_timestamp() THEN 'delivering' ELSE d.state END AS state
      FROM deliveries d
     WHERE d.id >= uuid7_floor(${from}::timestamptz) AND d.id < uuid7_floor(${until}::timestamptz)
       AND d.project_id = ${projectId}::uuid
       AND d.event_id = (
         SELECT e.id FROM events e
          WHERE e.id > ${id}::uuid AND e.id < uuid7_floor(${eventsUntil}::timestamptz)
            AND e.project_id = ${projectId}::uuid AND e.attribution_id = ${id}::uuid)
     ORDER BY d.webhook_id`
}

function plus(date: Date, ms: number): Date {
  return new Date(date.getTime() + ms)
}
