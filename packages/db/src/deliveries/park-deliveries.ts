import type { Db } from '../client.js'
import { Prisma } from '../generated/prisma/client.js'
import type { QueuedDelivery } from './queued-delivery.js'

/** Older than this, a held delivery is skipped instead of resumed (contract §4). */
const RESUME_WITHIN_HOURS = 24

/** A manual attempt that waits is given up; one in flight stays what it is, so that its end leaves the schedule alone. */
const MANUAL_IN_FLIGHT = Prisma.sql`is_manual AND coalesce(lease_until > clock_timestamp(), false)`

/** The webhook was turned off: what waited is held, with its next time kept. Run in the transaction that turns it off. */
export async function holdDeliveries(db: Db, webhookId: number): Promise<void> {
  await db.$executeRaw`
    UPDATE deliveries SET state = 'held', held_at = now(), due_at = NULL, is_manual = ${MANUAL_IN_FLIGHT}
     WHERE webhook_id = ${webhookId} AND state IN ('pending', 'retrying')`
}

/**
 * The webhook was turned on again: what was held for less than 24 h goes on at the later of now and its due
 * time, the rest becomes skipped. Run in the transaction that turns it on.
 *
 * @returns those that go on, to be put in the queue after the commit
 */
export async function resumeDeliveries(db: Db, webhookId: number): Promise<QueuedDelivery[]> {
  const resumed = await db.$queryRaw<QueuedDelivery[]>`
    UPDATE deliveries
       SET state = CASE WHEN schedule_attempts = 0 THEN 'pending' ELSE 'retrying' END,
           due_at = greatest(now(), next_attempt_at), next_attempt_at = greatest(now(), next_attempt_at),
           enqueued_at = greatest(now(), next_attempt_at), held_at = NULL, seq = seq + 1,
           is_manual = ${MANUAL_IN_FLIGHT}
     WHERE webhook_id = ${webhookId} AND state = 'held' AND held_at > now() - make_interval(hours => ${RESUME_WITHIN_HOURS})
    RETURNING id AS "deliveryId", webhook_id AS "webhookId", seq,
              (extract(epoch FROM due_at - now()) * 1000)::integer AS "delayMs"`
  await db.$executeRaw`
    UPDATE deliveries SET state = 'skipped', held_at = NULL, next_attempt_at = NULL, completed_at = now()
     WHERE webhook_id = ${webhookId} AND state = 'held'`
  return resumed
}

/** The webhook was deleted: what was not finished is canceled. Run in the transaction that deletes it. */
export async function cancelDeliveries(db: Db, webhookId: number): Promise<void> {
  await db.$executeRaw`
    UPDATE deliveries
       SET state = 'canceled', due_at = NULL, next_attempt_at = NULL, held_at = NULL,
           is_manual = ${MANUAL_IN_FLIGHT}, completed_at = now()
     WHERE webhook_id = ${webhookId} AND state IN ('pending', 'retrying', 'held')`
}
