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
 * (contract §3, replay). They are left to the sweeper but for the ones answered.
 *
 * @param enqueueNow how many of them the caller will put in the queue itself
 */
export async function replayDeliveries(
  db: Db,
  request: ReplayRequest,
  enqueueNow: number,
): Promise<{ count: number; deliveries: QueuedDelivery[] }> {
  const replayed = await db.$queryRaw<QueuedDelivery[]>`
    UPDATE deliveries
       SET state = 'pending', trigger = 'replay', schedule_attempts = 0, is_manual = false, seq = seq + 1,
           next_attempt_at = now(), due_at = now(), enqueued_at = NULL, held_at = NULL, completed_at = NULL
     WHERE webhook_id = ${request.webhookId} AND state = ANY (${request.states})
       AND id >= uuid7_floor(${request.since}::timestamptz)
       AND id < uuid7_floor(coalesce(${request.until}::timestamptz, now() + interval '1 minute'))
       AND (lease_until IS NULL OR lease_until <= clock_timestamp())
    RETURNING id AS "deliveryId", webhook_id AS "webhookId", seq, 0::integer AS "delayMs"`
  return { count: replayed.length, deliveries: replayed.slice(0, enqueueNow) }
}
