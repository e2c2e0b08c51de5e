import type { Db } from '../connection/database.js'

/** Releases a claim without an attempt, after an internal error. Raw SQL, like the rest of the lease protocol. */
export async function releaseLease(
  db: Db,
  { deliveryId, leaseToken }: { deliveryId: string; leaseToken: string },
): Promise<void> {
  await db.$executeRaw`
    UPDATE deliveries SET lease_token = NULL, lease_until = NULL WHERE id = ${deliveryId}::uuid AND lease_token = ${leaseToken}::uuid`
}
