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

/** As many rows fit well into the time that one statement may take. */
const ROWS_AT_ONCE = 20_000

/**
 * Gives the failed and skipped deliveries of a time range a fresh schedule of four: same ids, same bytes
 * (contract §3, replay). One that is in flight is passed over. Run in a transaction: a large range takes
 * several statements.
 *
 * @param enqueueNow how many of them the caller will put in the queue itself; the rest are the sweeper's
 */
export async function replayDeliveries(
  db: Db,
  request: ReplayRequest & { rowsAtOnce?: number },
  enqueueNow: number,
): Promise<{ count: number; deliveries: QueuedDelivery[] }> {
  const { rowsAtOnce = ROWS_AT_ONCE } = request
  const deliveries: QueuedDelivery[] = []
  let count = 0
  let afterId: string | null = null
  for (;;) {
    const rows: ReplayedRow[] = await replaySome(db, request, {
      afterId,
      rowsAtOnce,
      enqueueNow: Math.max(0, enqueueNow - count),
    })
    for (const { isQueued, deliveryId, webhookId, seq } of rows)
      if (isQueued) deliveries.push({ deliveryId, webhookId, seq, delayMs: 0 })
    const last = rows.at(-1)
    count += last?.count ?? 0
    if (last === undefined || last.count < rowsAtOnce) return { count, deliveries }
    afterId = last.deliveryId
  }
}

interface ReplayedRow {
  deliveryId: string
  webhookId: number
  seq: number
  isQueued: boolean
  /** How many the statement replayed. */
  count: number
}

/** One statement's worth, oldest first; answers those to be put in the queue, and always the last one. */
function replaySome(
  db: Db,
  request: ReplayRequest,
  part: { afterId: string | null; rowsAtOnce: number; enqueueNow: number },
): Promise<ReplayedRow[]> {
  return db.$queryRaw<ReplayedRow[]>`
    WITH picked AS (
      SELECT id, project_id FROM deliveries
       WHERE webhook_id = ${request.webhookId} AND state = ANY (${request.states})
         AND id >= uuid7_floor(${request.since}::timestamptz)
         AND id < uuid7_floor(coalesce(${request.until}::timestamptz, now() + interval '1 minute'))
         AND (${part.afterId}::uuid IS NULL OR id > ${part.afterId}::uuid)
         AND (lease_until IS NULL OR lease_until <= clock_timestamp())
       ORDER BY id LIMIT ${part.rowsAtOnce}
         FOR UPDATE SKIP LOCKED
    ), numbered AS (
      SELECT id, project_id, row_number() OVER (ORDER BY id) AS n FROM picked
    ), replayed AS (
      UPDATE deliveries d
         SET state = 'pending', trigger = 'replay', schedule_attempts = 0, is_manual = false, seq = d.seq + 1,
             next_attempt_at = now(), due_at = now(), held_at = NULL, completed_at = NULL,
             enqueued_at = CASE WHEN n <= ${part.enqueueNow} THEN now() END
        FROM numbered
       WHERE d.id = numbered.id AND d.project_id = numbered.project_id
      RETURNING d.id, d.webhook_id, d.seq, n
    ), counted AS (
      SELECT count(*)::integer AS count, max(n) AS last FROM replayed
    )
    SELECT r.id AS "deliveryId", r.webhook_id AS "webhookId", r.seq, r.n <= ${part.enqueueNow} AS "isQueued", c.count
      FROM replayed r CROSS JOIN counted c
     WHERE r.n <= ${part.enqueueNow} OR r.n = c.last
     ORDER BY r.n`
}
