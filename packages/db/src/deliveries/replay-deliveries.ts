import type { Db } from '../client.js'
import type { QueuedDelivery } from './queued-delivery.js'

export interface ReplayRequest {
  webhookId: number
  since: Date
  /** Exclusive; null for now. */
  until: Date | null
  states: ('failed' | 'skipped')[]
}

/** How many deliveries a replay would take up; writes nothing. */
export async function countReplayable(db: Db, request: ReplayRequest): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM deliveries
     WHERE webhook_id = ${request.webhookId} AND state = ANY (${request.states})
       AND id >= uuid7_floor(${request.since}::timestamptz)
       AND id < uuid7_floor(coalesce(${request.until}::timestamptz, now() + interval '1 minute'))
       AND (lease_until IS NULL OR lease_until <= clock_timestamp())`
  return row?.count ?? 0
}

/**
 * Gives the failed and skipped deliveries of a time range a fresh schedule of four: same ids, same bytes
 * (contract §3, replay). One that is in flight is passed over.
 *
 * @param enqueueNow how many of them the caller will put in the queue itself; the rest are the sweeper's
 */
export async function replayDeliveries(
  db: Db,
  request: ReplayRequest,
  enqueueNow: number,
): Promise<{ count: number; deliveries: QueuedDelivery[] }> {
  const rows = await db.$queryRaw<(QueuedDelivery & { count: number })[]>`
    WITH picked AS (
      SELECT id, project_id FROM deliveries
       WHERE webhook_id = ${request.webhookId} AND state = ANY (${request.states})
         AND id >= uuid7_floor(${request.since}::timestamptz)
         AND id < uuid7_floor(coalesce(${request.until}::timestamptz, now() + interval '1 minute'))
         AND (lease_until IS NULL OR lease_until <= clock_timestamp())
         FOR UPDATE SKIP LOCKED
    ), numbered AS (
      SELECT id, project_id, row_number() OVER (ORDER BY id) AS n FROM picked
    ), replayed AS (
      UPDATE deliveries d
         SET state = 'pending', trigger = 'replay', schedule_attempts = 0, is_manual = false, seq = d.seq + 1,
             next_attempt_at = now(), due_at = now(), held_at = NULL, completed_at = NULL,
             enqueued_at = CASE WHEN n <= ${enqueueNow} THEN now() END
        FROM numbered
       WHERE d.id = numbered.id AND d.project_id = numbered.project_id
      RETURNING d.id, d.webhook_id, d.seq, n
    )
    SELECT id AS "deliveryId", webhook_id AS "webhookId", seq, 0::integer AS "delayMs",
           (SELECT count(*) FROM replayed)::integer AS count
      FROM replayed WHERE n <= ${enqueueNow}`
  return {
    count: rows[0]?.count ?? 0,
    deliveries: rows.map(({ deliveryId, webhookId, seq, delayMs }) => ({
      deliveryId,
      webhookId,
      seq,
      delayMs,
    })),
  }
}
