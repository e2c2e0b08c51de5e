import type { Pool } from 'pg'

/** Gives a claim back without an attempt: a fault of ours kept it from being sent. Another's lease stays. */
export async function releaseLease(
  pool: Pool,
  claim: { deliveryId: string; leaseToken: string },
): Promise<void> {
  await pool.query({
    name: 'release-lease',
    text: `UPDATE deliveries SET lease_token = NULL, lease_until = NULL WHERE id = $1::uuid AND lease_token = $2::uuid`,
    values: [claim.deliveryId, claim.leaseToken],
  })
}
