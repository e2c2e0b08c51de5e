import { inTransaction, type Database, type Db } from '../client.js'
import type { QueuedDelivery } from './queued-delivery.js'

export interface ReplayRequest {
  webhookId: number
  since: Date
  /** Exclusive; null for now. */
  until: Date | null
  states: ('failed' | 'skipped')[]
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** As many rows take a fraction of a second, for which others wait who want to change the webhook. */
const ROWS_AT_ONCE = 10_000
/** A replay that waits for its webhook to be turned on is given up, as what is held is (contract §4). */
const GIVEN_UP_AFTER_HOURS = 24

/** How many deliveries a replay would take up; writes nothing. */
export function countReplayable(db: Db, request: ReplayRequest): Promise<number> {
  return countAfter(db, request, FIRST_ID)
}

/**
 * Gives the failed and skipped deliveries of a time range a fresh schedule of four: same ids, same bytes
 * (contract §3, replay). One that is in flight is passed over. The oldest are taken up at once; where there are
 * more of them than `rowsAtOnce`, the rest is written down for `continueReplay`, so that no range is too large
 * for one request. Run in a transaction.
 *
 * @param enqueueNow how many of them the caller will put in the queue itself; the rest are the sweeper's
 * @returns how many there are, the rest included
 */
export async function replayDeliveries(
  db: Db,
  request: ReplayRequest & { rowsAtOnce?: number },
  enqueueNow: number,
): Promise<{ count: number; deliveries: QueuedDelivery[] }> {
  const { rowsAtOnce = ROWS_AT_ONCE } = request
  const rows = await replaySome(db, request, { afterId: FIRST_ID, rowsAtOnce, enqueueNow })
  const deliveries = rows.flatMap(({ isQueued, deliveryId, webhookId, projectId, seq }) =>
    isQueued ? [{ deliveryId, webhookId, projectId, seq, delayMs: 0 }] : [],
  )
  const last = rows.at(-1)
  if (last === undefined || last.count < rowsAtOnce) return { count: last?.count ?? 0, deliveries }
  const rest = await countAfter(db, request, last.deliveryId)
  if (rest > 0) await writeRest(db, request, last.deliveryId)
  return { count: last.count + rest, deliveries }
}

/**
 * Takes up the next deliveries of a replay that was too large for its request, oldest replay first. Safe from many
 * processes at once. One whose webhook is off waits for it.
 *
 * @returns false when there is nothing to do
 */
export function continueReplay(
  database: Pick<Database, 'prisma'>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<boolean> {
  return inTransaction(database, async (db) => {
    const [replay] = await db.$queryRaw<(ReplayRequest & { id: number; afterId: string })[]>`
      SELECT r.id, r.webhook_id AS "webhookId", r.since, r.until, r.states, r.after_id AS "afterId"
        FROM replays r JOIN webhooks h ON h.id = r.webhook_id
       WHERE h.is_active AND h.deleted_at IS NULL
       ORDER BY r.id LIMIT 1
         FOR UPDATE OF r SKIP LOCKED
         FOR SHARE OF h SKIP LOCKED`
    if (replay === undefined) return false
    const { id, afterId } = replay
    const rows = await replaySome(db, replay, { afterId, rowsAtOnce, enqueueNow: 0 })
    const last = rows.at(-1)
    if (last === undefined || last.count < rowsAtOnce)
      await db.$executeRaw`DELETE FROM replays WHERE id = ${id}`
    else
      await db.$executeRaw`UPDATE replays SET after_id = ${last.deliveryId}::uuid WHERE id = ${id}`
    return true
  })
}

/** Forgets the replays of deleted webhooks, and of those that stay off; what they were to take up stays as it is. */
export function deleteExpiredReplays(db: Db): Promise<number> {
  return db.$executeRaw`
    DELETE FROM replays r USING webhooks h
     WHERE h.id = r.webhook_id
       AND (h.deleted_at IS NOT NULL
            OR NOT h.is_active AND r.created_at < now() - make_interval(hours => ${GIVEN_UP_AFTER_HOURS}))`
}

async function countAfter(db: Db, request: ReplayRequest, afterId: string): Promise<number> {
  const [row] = await db.$queryRaw<{ count: number }[]>`
    SELECT count(*)::integer AS count FROM deliveries
     WHERE webhook_id = ${request.webhookId} AND state IN ('failed', 'skipped') AND state = ANY (${request.states})
       AND id >= uuid7_floor(${request.since}::timestamptz) AND id > ${afterId}::uuid
       AND id < uuid7_floor(coalesce(${request.until}::timestamptz, now() + interval '1 minute'))
       AND (lease_until IS NULL OR lease_until <= clock_timestamp())`
  return row?.count ?? 0
}

async function writeRest(db: Db, request: ReplayRequest, afterId: string): Promise<void> {
  const { webhookId, states, since, until } = request
  await db.$executeRaw`
    INSERT INTO replays (project_id, webhook_id, states, since, until, after_id)
    SELECT project_id, id, ${states}, ${since}::timestamptz,
           coalesce(${until}::timestamptz, now() + interval '1 minute'), ${afterId}::uuid
      FROM webhooks WHERE id = ${webhookId}`
}

interface ReplayedRow {
  deliveryId: string
  webhookId: number
  projectId: string
  seq: number
  isQueued: boolean
  /** How many the statement replayed. */
  count: number
}

/** One statement's worth, oldest first; answers those to be put in the queue, and always the last one. */
function replaySome(
  db: Db,
  request: ReplayRequest,
  part: { afterId: string; rowsAtOnce: number; enqueueNow: number },
): Promise<ReplayedRow[]> {
  return db.$queryRaw<ReplayedRow[]>`
    WITH picked AS (
      SELECT id, project_id FROM deliveries
       WHERE webhook_id = ${request.webhookId} AND state IN ('failed', 'skipped') AND state = ANY (${request.states})
         AND id >= uuid7_floor(${request.since}::timestamptz) AND id > ${part.afterId}::uuid
         AND id < uuid7_floor(coalesce(${request.until}::timestamptz, now() + interval '1 minute'))
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
      RETURNING d.id, d.webhook_id, d.project_id, d.seq, n
    ), counted AS (
      SELECT count(*)::integer AS count FROM replayed
    )
    SELECT r.id AS "deliveryId", r.webhook_id AS "webhookId", r.project_id AS "projectId", r.seq, r.n <= ${part.enqueueNow} AS "isQueued", c.count
      FROM replayed r CROSS JOIN counted c
     WHERE r.n <= ${part.enqueueNow} OR r.n = c.count
     ORDER BY r.n`
}
