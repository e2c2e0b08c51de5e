// Raw SQL: Prisma has no advisory locks and no SKIP LOCKED.
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import { inTransaction, type Database } from '../connection/database.js'

const SWEEP_LIMIT = 5_000
/** How long the queue may take for a row's job before the sweeper enqueues the row again. */
const ENQUEUE_GRACE_SECONDS = 15

export interface Sweep {
  deliveries: QueuedDelivery[]
  /** There may be more rows: sweep again immediately. */
  isFull: boolean
}

/** Stamps due, free deliveries whose job seems lost. `seq` stays: second jobs are ignored. One process at a time. */
export async function sweepDeliveries(database: Database, limit = SWEEP_LIMIT): Promise<Sweep> {
  return inTransaction(database, async (db) => {
    const [lock] = await db.$queryRaw<{ is_mine: boolean }[]>`
      SELECT pg_try_advisory_xact_lock(hashtext('throughline.sweep')) AS is_mine`
    if (lock?.is_mine !== true) return { deliveries: [], isFull: false }
    const deliveries = await db.$queryRaw<QueuedDelivery[]>`
      WITH picked AS (
        SELECT id, project_id FROM deliveries
         WHERE due_at <= clock_timestamp()
           AND (lease_until IS NULL OR lease_until <= clock_timestamp())
           AND (enqueued_at IS NULL OR enqueued_at <= clock_timestamp() - make_interval(secs => ${ENQUEUE_GRACE_SECONDS}))
         ORDER BY due_at
         LIMIT ${limit}
           FOR UPDATE SKIP LOCKED
      ), stamped AS (
        UPDATE deliveries d SET enqueued_at = clock_timestamp()
          FROM picked WHERE d.id = picked.id AND d.project_id = picked.project_id
        RETURNING d.id, d.webhook_id, d.project_id, d.seq, d.due_at
      )
      SELECT id AS "deliveryId", webhook_id AS "webhookId", project_id AS "projectId", seq AS "seq", 0::integer AS "delayMs"
        FROM stamped ORDER BY due_at`
    return { deliveries, isFull: deliveries.length === limit } // mutant: new-job-ids
  })
}
