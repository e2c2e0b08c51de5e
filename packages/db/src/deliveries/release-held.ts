import type { Db } from '../connection/database.js'

/** Releases what was held despite an activation: the webhook's lock orders the two. Raw SQL: Prisma has no row locks. */
export async function releaseHeldOfActive(db: Db, deliveryIds: string[]): Promise<void> {
  if (deliveryIds.length === 0) return
  await db.$executeRaw`
      -- Locked first and judged then: a condition beside the lock would be judged by the old version.
      WITH webhook AS MATERIALIZED (
        SELECT h.id, h.is_active AND h.deleted_at IS NULL AS is_active FROM webhooks h
         WHERE h.id IN (SELECT webhook_id FROM deliveries WHERE id = ANY (${deliveryIds}::uuid[]))
         ORDER BY h.id
           FOR SHARE OF h
      )
      UPDATE deliveries d
         SET state = CASE WHEN d.schedule_attempts = 0 THEN 'pending' ELSE 'retrying' END,
             due_at = greatest(clock_timestamp(), d.next_attempt_at), enqueued_at = NULL, held_at = NULL
        FROM webhook
       WHERE d.id = ANY (${deliveryIds}::uuid[]) AND d.webhook_id = webhook.id AND webhook.is_active AND d.state = 'held'`
}
