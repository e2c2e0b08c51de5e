import { uuidV7Time } from '@throughline/core/lib/ids'
import type { Db } from '../connection/database.js'

export interface AttributionDeliveryRow {
  id: string
  webhookId: number
  /** As stored, or `delivering` while an attempt is in flight. */
  state: string
}

/** The event's id is made right after the attribution's, by the same clock. */
const EVENT_WITHIN_MS = 1_000
/** Deliveries are written, by the database's clock, in the transaction that `attributedAt` is the begin of. */
const DELIVERIES_WITHIN_MS = 15_000
/** Times of JavaScript have no microseconds. */
const ROUNDING_MS = 1

/**
 * The deliveries of an attribution's event, by webhook. Neither table has an index for this; both have ids that
 * tell the time, so that some seconds' worth of rows is read.
 */
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
