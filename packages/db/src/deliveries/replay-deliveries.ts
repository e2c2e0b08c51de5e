// Raw SQL: Prisma has no SKIP LOCKED, and no update of one row by another.
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import { inTransaction, type Database, type Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

export type ReplayableState = 'failed' | 'skipped' | 'succeeded'

export interface ReplayRequest {
  webhookId: number
  since: Date
  /** Exclusive; null for now. */
  until: Date | null
  states: ReplayableState[]
}

/** Deliveries of the range by state: those to send again, and the canceled ones, which are not sent. */
export type ReplayCounts = Record<ReplayableState | 'canceled', number>

const FIRST_ID = '00000000-0000-0000-0000-000000000000'
/** A fraction of a second's work, during which changes of the webhook wait. */
const ROWS_AT_ONCE = 10_000
/** A replay ends if its webhook stays inactive for this time, like held deliveries. */
const GIVEN_UP_AFTER_HOURS = 24
const KEPT_DAYS = 90

export function totalOf({ failed, skipped, succeeded }: ReplayCounts): number {
  return failed + skipped + succeeded
}

/** How many deliveries a replay would send again, by state. Writes nothing. Deliveries in flight are skipped. */
export async function countReplayable(db: Db, request: ReplayRequest): Promise<ReplayCounts> {
  const counts = { failed: 0, skipped: 0, succeeded: 0, canceled: 0 }
  const rows = await db.$queryRaw<{ state: keyof ReplayCounts; count: number }[]>`
    SELECT d.state, count(*)::integer AS count FROM deliveries d
     WHERE ${isReplayable(request)} GROUP BY d.state
     UNION ALL
    SELECT d.state, count(*)::integer FROM deliveries d
     WHERE d.state = 'canceled' AND ${isInRange(request)} GROUP BY d.state`
  for (const { state, count } of rows) counts[state] = count
  return counts
}

/**
 * Gives a range's deliveries a fresh schedule, oldest first (docs/api-contract.md, "Replay"). Run in a transaction;
 * `continueReplay` changes those over `rowsAtOnce`. The caller enqueues `enqueueNow` of them, the sweeper the rest.
 */
export async function replayDeliveries(
  db: Db,
  request: ReplayRequest & { rowsAtOnce?: number },
  enqueueNow: number,
): Promise<{ id: number; byState: ReplayCounts; deliveries: QueuedDelivery[] }> {
  const { rowsAtOnce = ROWS_AT_ONCE } = request
  const byState = await countReplayable(db, request)
  const id = await insertReplay(db, request, byState)
  const rows = await replaySome(db, request, { id, afterId: FIRST_ID, rowsAtOnce, enqueueNow })
  const isMore = isFull(rows, rowsAtOnce) && rowsAtOnce < totalOf(byState)
  await setProgress(db, id, { lastId: rows.at(-1)?.deliveryId, isMore })
  const deliveries = rows.flatMap(({ isQueued, deliveryId, webhookId, projectId, seq }) =>
    isQueued ? [{ deliveryId, webhookId, projectId, seq, delayMs: 0 }] : [],
  )
  return { id, byState, deliveries }
}

/** Changes the next deliveries of the oldest open replay. Safe to run concurrently; false if there is nothing to do. */
export function continueReplay(
  database: Pick<Database, 'prisma'>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<boolean> {
  return inTransaction(database, async (db) => {
    const [replay] = await db.$queryRaw<(ReplayRequest & { id: number; afterId: string })[]>`
      SELECT r.id, r.webhook_id AS "webhookId", r.since, r.until, r.states, r.after_id AS "afterId"
        FROM replays r JOIN webhooks h ON h.id = r.webhook_id
       WHERE r.finished_at IS NULL AND r.canceled_at IS NULL AND h.is_active AND h.deleted_at IS NULL
       ORDER BY r.id LIMIT 1
         FOR UPDATE OF r SKIP LOCKED
         FOR SHARE OF h SKIP LOCKED`
    if (replay === undefined) return false
    const { id, afterId } = replay
    const rows = await replaySome(db, replay, { id, afterId, rowsAtOnce, enqueueNow: 0 })
    const isMore = isFull(rows, rowsAtOnce)
    await setProgress(db, id, { lastId: rows.at(-1)?.deliveryId, isMore })
    return true
  })
}

/** Ends replays of webhooks that are deleted or stay inactive; deletes replays after 90 days. */
export async function deleteExpiredReplays(db: Db): Promise<number> {
  await db.$executeRaw`
    DELETE FROM replays
     WHERE finished_at IS NOT NULL AND created_at < now() - make_interval(days => ${KEPT_DAYS})`
  return db.$executeRaw`
    UPDATE replays r SET finished_at = now() FROM webhooks h
     WHERE h.id = r.webhook_id AND r.finished_at IS NULL AND r.canceled_at IS NULL
       AND (h.deleted_at IS NOT NULL
            OR NOT h.is_active AND r.created_at < now() - make_interval(hours => ${GIVEN_UP_AFTER_HOURS}))`
}

function isInRange({ webhookId, since, until }: ReplayRequest): Prisma.Sql {
  return Prisma.sql`d.webhook_id = ${webhookId}
    AND d.id >= uuid7_floor(${since}::timestamptz)
    AND d.id < uuid7_floor(coalesce(${until}::timestamptz, now() + interval '1 minute'))`
}

/** The state is a separate condition, so that the index of replayable rows applies. An erasure blanks payloads. */
function isReplayable(request: ReplayRequest): Prisma.Sql {
  const states = request.states.includes('succeeded')
    ? Prisma.sql`d.state IN ('failed', 'skipped', 'succeeded') AND (d.state <> 'succeeded' OR EXISTS (
        SELECT FROM events e WHERE e.id = d.event_id AND e.project_id = d.project_id AND e.payload <> ''))`
    : Prisma.sql`d.state IN ('failed', 'skipped')`
  return Prisma.sql`${isInRange(request)} AND ${states} AND d.state = ANY (${request.states})
    AND (d.lease_until IS NULL OR d.lease_until <= clock_timestamp())`
}

async function insertReplay(
  db: Db,
  { webhookId, states, since, until }: ReplayRequest,
  byState: ReplayCounts,
): Promise<number> {
  const [row] = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO replays (project_id, webhook_id, states, since, until, after_id, by_state)
    SELECT project_id, id, ${states}, ${since}::timestamptz,
           coalesce(${until}::timestamptz, now() + interval '1 minute'), ${FIRST_ID}::uuid, ${byState}::jsonb
      FROM webhooks WHERE id = ${webhookId}
    RETURNING id`
  if (row === undefined) throw new Error('The locked webhook does not exist')
  return row.id
}

/** A replay that finds fewer rows than its limit is complete. */
function isFull(rows: ReplayedRow[], rowsAtOnce: number): boolean {
  return (rows.at(-1)?.count ?? 0) >= rowsAtOnce
}

async function setProgress(
  db: Db,
  id: number,
  { lastId, isMore }: { lastId: string | undefined; isMore: boolean },
): Promise<void> {
  await db.$executeRaw`
    UPDATE replays SET after_id = coalesce(${lastId ?? null}::uuid, after_id),
           finished_at = CASE WHEN ${isMore} THEN NULL ELSE now() END
     WHERE id = ${id}`
}

interface ReplayedRow {
  deliveryId: string
  webhookId: number
  projectId: string
  seq: number
  isQueued: boolean
  count: number
}

/** One statement's worth, oldest first. Returns those to be enqueued, and always the last one. */
function replaySome(
  db: Db,
  request: ReplayRequest,
  part: { id: number; afterId: string; rowsAtOnce: number; enqueueNow: number },
): Promise<ReplayedRow[]> {
  return db.$queryRaw<ReplayedRow[]>`
    WITH picked AS (
      SELECT d.id, d.project_id FROM deliveries d
       WHERE ${isReplayable(request)} AND d.id > ${part.afterId}::uuid
       ORDER BY d.id LIMIT ${part.rowsAtOnce}
         FOR UPDATE SKIP LOCKED
    ), numbered AS (
      SELECT id, project_id, row_number() OVER (ORDER BY id) AS n FROM picked
    ), replayed AS (
      UPDATE deliveries d
         SET state = 'pending', trigger = 'replay', schedule_attempts = 0, is_manual = false, seq = d.seq + 1,
             next_attempt_at = now(), due_at = now(), held_at = NULL, completed_at = NULL,
             enqueued_at = CASE WHEN n <= ${part.enqueueNow} THEN now() END,
             replay_id = ${part.id}, state_before_replay = d.state
        FROM numbered
       WHERE d.id = numbered.id AND d.project_id = numbered.project_id
      RETURNING d.id, d.webhook_id, d.project_id, d.seq, n
    ), counted AS (
      SELECT count(*)::integer AS count FROM replayed
    )
    SELECT r.id AS "deliveryId", r.webhook_id AS "webhookId", r.project_id AS "projectId", r.seq,
           r.n <= ${part.enqueueNow} AS "isQueued", c.count
      FROM replayed r CROSS JOIN counted c
     WHERE r.n <= ${part.enqueueNow} OR r.n = c.count
     ORDER BY r.n`
}
