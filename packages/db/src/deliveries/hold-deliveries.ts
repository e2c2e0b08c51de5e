// Raw SQL: Prisma has no row locks in the order of ids, and no SKIP LOCKED.
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import { inTransaction, type Database, type Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

/** Older than this, a held delivery is skipped instead of resumed (docs/api-contract.md, "Delivery states"). */
const RESUME_WITHIN_HOURS = 24
/** A fraction of a second's work. The worker continues with the rest. */
const ROWS_AT_ONCE = 10_000

/**
 * A manual attempt that waits is dropped; one in flight stays manual, so that its result leaves the schedule alone.
 */
export const MANUAL_IN_FLIGHT = Prisma.sql`is_manual AND coalesce(lease_until > clock_timestamp(), false)`

/**
 * Holds the open deliveries of a webhook that becomes inactive, with their next time. Run in the transaction that
 * deactivates it. Those over `rowsAtOnce` are held later, by `continueHolding` or when they would be claimed.
 */
export async function holdDeliveries(
  db: Db,
  webhookId: number,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  const isWaiting = Prisma.sql`state IN ('pending', 'retrying')`
  const [held] = await db.$queryRaw<Picked[]>`
    WITH ${openOf(webhookId, isWaiting, rowsAtOnce)}, changed AS (
      UPDATE deliveries d SET state = 'held', held_at = now(), due_at = NULL, is_manual = ${MANUAL_IN_FLIGHT}
        FROM open WHERE d.id = open.open_id AND d.project_id = open.open_project_id
    ) ${COUNT_PICKED}`
  await carryOnIfFull(db, webhookId, isFull(held, rowsAtOnce))
}

/**
 * Resumes the held deliveries of a webhook that becomes active: those held for less than 24 h become due now or at
 * their due time, if later; the others are skipped. Run in the transaction that activates it. `continueHolding` resumes
 * those over `rowsAtOnce`.
 *
 * @returns the resumed ones, to be enqueued after the commit
 */
export async function resumeDeliveries(
  db: Db,
  webhookId: number,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<QueuedDelivery[]> {
  const isYoung = Prisma.sql`state = 'held' AND held_at > now() - make_interval(hours => ${RESUME_WITHIN_HOURS})`
  const isOld = Prisma.sql`state = 'held' AND held_at <= now() - make_interval(hours => ${RESUME_WITHIN_HOURS})`
  const resumed = await db.$queryRaw<(Picked & { resumed: QueuedDelivery[] })[]>`
    WITH ${openOf(webhookId, isYoung, rowsAtOnce)}, changed AS (
      UPDATE deliveries d
         SET state = CASE WHEN schedule_attempts = 0 THEN 'pending' ELSE 'retrying' END,
             due_at = greatest(now(), next_attempt_at), next_attempt_at = greatest(now(), next_attempt_at),
             enqueued_at = greatest(now(), next_attempt_at), held_at = NULL, seq = seq + 1,
             is_manual = ${MANUAL_IN_FLIGHT}
        FROM open WHERE d.id = open.open_id AND d.project_id = open.open_project_id
      RETURNING id AS "deliveryId", webhook_id AS "webhookId", project_id AS "projectId", seq,
                (extract(epoch FROM due_at - now()) * 1000)::integer AS "delayMs"
    )
    SELECT p.picked, coalesce(c.resumed, '[]') AS resumed
      FROM (${COUNT_PICKED}) p, (SELECT json_agg(changed) AS resumed FROM changed) c`
  const skipped = await db.$queryRaw<Picked[]>`
    WITH ${openOf(webhookId, isOld, rowsAtOnce)}, changed AS (
      UPDATE deliveries d SET state = 'skipped', held_at = NULL, next_attempt_at = NULL, completed_at = now()
        FROM open WHERE d.id = open.open_id AND d.project_id = open.open_project_id
    ) ${COUNT_PICKED}`
  const isAnyFull = isFull(resumed[0], rowsAtOnce) || isFull(skipped[0], rowsAtOnce)
  await carryOnIfFull(db, webhookId, isAnyFull)
  return resumed[0]?.resumed ?? []
}

/**
 * Cancels the unfinished deliveries of a webhook that is deleted. Run in the transaction that deletes it. Those over
 * `rowsAtOnce` are canceled later, by `continueHolding` or when they would be claimed.
 */
export async function cancelDeliveries(
  db: Db,
  webhookId: number,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<void> {
  const isOpen = Prisma.sql`state IN ('pending', 'retrying', 'held')`
  const [canceled] = await db.$queryRaw<Picked[]>`
    WITH ${openOf(webhookId, isOpen, rowsAtOnce)}, changed AS (
      UPDATE deliveries d
         SET state = 'canceled', due_at = NULL, next_attempt_at = NULL, held_at = NULL,
             is_manual = ${MANUAL_IN_FLIGHT}, completed_at = now()
        FROM open WHERE d.id = open.open_id AND d.project_id = open.open_project_id
    ) ${COUNT_PICKED}`
  await carryOnIfFull(db, webhookId, isFull(canceled, rowsAtOnce))
}

/**
 * Holds, resumes or cancels the next deliveries of a webhook that has more of them than one request changes. The
 * webhook's present state decides which, and a call that wants to change it waits. The sweeper enqueues the resumed
 * ones. Safe to run concurrently.
 *
 * @returns false when there is nothing to do
 */
export function continueHolding(
  database: Pick<Database, 'prisma'>,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<boolean> {
  return inTransaction(database, async (db) => {
    const [webhook] = await db.$queryRaw<{ id: number; is_active: boolean; is_deleted: boolean }[]>`
      SELECT h.id, h.is_active, h.deleted_at IS NOT NULL AS is_deleted
        FROM hold_backlog p JOIN webhooks h ON h.id = p.webhook_id
       ORDER BY p.created_at LIMIT 1
         FOR UPDATE OF p SKIP LOCKED
         -- Shared, or claims that meet this webhook would wait too (releaseHeldOfActive).
         FOR SHARE OF h SKIP LOCKED`
    if (webhook === undefined) return false
    const { id, is_active: isActive, is_deleted: isDeleted } = webhook
    await db.$executeRaw`DELETE FROM hold_backlog WHERE webhook_id = ${id}`
    if (isDeleted) await cancelDeliveries(db, id, rowsAtOnce)
    else if (isActive) await resumeDeliveries(db, id, rowsAtOnce)
    else await holdDeliveries(db, id, rowsAtOnce)
    return true
  })
}

/**
 * Makes `continueHolding` check every active webhook that has held deliveries: a process that ended between holding
 * them and `releaseHeldOfActive` may have left some. Reads all open deliveries.
 */
export function findLeftHeld(db: Db): Promise<number> {
  return db.$executeRaw`
    INSERT INTO hold_backlog (webhook_id, project_id)
    SELECT id, project_id FROM webhooks
     WHERE is_active AND deleted_at IS NULL
       AND id IN (SELECT webhook_id FROM deliveries WHERE state IN ('pending', 'retrying', 'held') AND state = 'held')
    ON CONFLICT DO NOTHING`
}

/**
 * The next of a webhook's deliveries that match, as `open`: locked in the order of their ids, as results are recorded,
 * so that the two do not deadlock, and checked again once locked. The index covers only open ones, hence the condition
 * twice.
 */
function openOf(webhookId: number, condition: Prisma.Sql, rowsAtOnce: number): Prisma.Sql {
  return Prisma.sql`
    picked AS MATERIALIZED (
      SELECT id AS picked_id, project_id AS picked_project_id FROM deliveries
       WHERE webhook_id = ${webhookId} AND state IN ('pending', 'retrying', 'held') AND ${condition}
       LIMIT ${rowsAtOnce}
    ), open AS MATERIALIZED (
      SELECT o.* FROM (SELECT * FROM picked ORDER BY picked_id) p
       CROSS JOIN LATERAL (
         SELECT id AS open_id, project_id AS open_project_id FROM deliveries
          WHERE id = picked_id AND project_id = picked_project_id AND ${condition} LIMIT 1 FOR UPDATE) o
    )`
}

/** How many were read: some may have ended before they were locked. */
interface Picked {
  picked: number
}
const COUNT_PICKED = Prisma.sql`SELECT count(*)::integer AS picked FROM picked`

function isFull(looked: Picked | undefined, rowsAtOnce: number): boolean {
  return looked !== undefined && looked.picked >= rowsAtOnce
}

async function carryOnIfFull(db: Db, webhookId: number, hasMore: boolean): Promise<void> {
  if (!hasMore) return
  await db.$executeRaw`
    INSERT INTO hold_backlog (webhook_id, project_id) SELECT id, project_id FROM webhooks WHERE id = ${webhookId}
    ON CONFLICT DO NOTHING`
}
