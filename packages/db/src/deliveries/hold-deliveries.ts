// Raw SQL: Prisma has no row locks in the order of ids, and no SKIP LOCKED.
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import { inTransaction, type Database, type Db } from '../connection/database.js'
import { Prisma } from '../generated/prisma/client.js'

/** Older than this, a held delivery is skipped instead of resumed (docs/api-contract.md, "Delivery states"). */
const RESUME_WITHIN_HOURS = 24
/** A fraction of a second's work. The worker continues with the rest. */
const ROWS_AT_ONCE = 10_000

/** A waiting manual attempt is dropped; one in flight stays manual, so that its result leaves the schedule alone. */
export const MANUAL_IN_FLIGHT = Prisma.sql`is_manual AND coalesce(lease_until > clock_timestamp(), false)`

/** Holds a webhook's open deliveries, in the transaction that deactivates it; `continueHolding` holds the rest. */
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

/** Resumes or skips held deliveries, in the transaction that activates the webhook. Returns those to enqueue after. */
export function resumeDeliveries(
  db: Db,
  webhookId: number,
  rowsAtOnce = ROWS_AT_ONCE,
): Promise<QueuedDelivery[]> {
  const enqueuedAt = Prisma.sql`greatest(now(), next_attempt_at)`
  return resume(db, webhookId, { rowsAtOnce, enqueuedAt })
}

async function resume(
  db: Db,
  webhookId: number,
  { rowsAtOnce, enqueuedAt }: { rowsAtOnce: number; enqueuedAt: Prisma.Sql },
): Promise<QueuedDelivery[]> {
  const isYoung = Prisma.sql`state = 'held' AND held_at > now() - make_interval(hours => ${RESUME_WITHIN_HOURS})`
  const isOld = Prisma.sql`state = 'held' AND held_at <= now() - make_interval(hours => ${RESUME_WITHIN_HOURS})`
  const resumed = await db.$queryRaw<(Picked & { resumed: QueuedDelivery[] })[]>`
    WITH ${openOf(webhookId, isYoung, rowsAtOnce)}, changed AS (
      UPDATE deliveries d
         SET state = CASE WHEN schedule_attempts = 0 THEN 'pending' ELSE 'retrying' END,
             due_at = greatest(now(), next_attempt_at), next_attempt_at = greatest(now(), next_attempt_at),
             enqueued_at = ${enqueuedAt}, held_at = NULL, seq = seq + 1,
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

/** Cancels a webhook's unfinished deliveries, in the transaction that deletes it; `continueHolding` does the rest. */
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

/** Holds, resumes or cancels the next of a hold backlog, by its webhook's state. False when there is nothing to do. */
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
    // Not marked as enqueued, because only the sweeper enqueues them.
    else if (isActive) await resume(db, id, { rowsAtOnce, enqueuedAt: Prisma.sql`NULL` })
    else await holdDeliveries(db, id, rowsAtOnce)
    return true
  })
}

/**
 * Makes `continueHolding` check active webhooks with held deliveries, in case a process ended before its
 * `releaseHeldOfActive`. Returns how many webhooks.
 */
export function queueLeftHeld(db: Db): Promise<number> {
  return db.$executeRaw`
    INSERT INTO hold_backlog (webhook_id, project_id)
    SELECT id, project_id FROM webhooks
     WHERE is_active AND deleted_at IS NULL
       AND id IN (SELECT webhook_id FROM deliveries WHERE state IN ('pending', 'retrying', 'held') AND state = 'held')
    ON CONFLICT DO NOTHING`
}

/** Locked by id, and checked again once locked. The index covers only open ones, so the condition is there twice. */
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
