import type { Db } from '../connection/database.js'

/**
 * Gives a claim back without an attempt: an internal error kept it from being sent. Another worker's lease stays.
 *
 * Raw SQL: part of the lease protocol, whose statements are all written out.
 */
export async function releaseLease(
  db: Db,
  { deliveryId, leaseToken }: { deliveryId: string; leaseToken: string },
): Promise<void> {
  await db.$executeRaw`
    UPDATE deliveries SET lease_token = NULL, lease_until = NULL WHERE id = ${deliveryId}::uuid AND lease_token = ${leaseToken}::uuid`
}
