import type { Db } from '../connection/database.js'

/** Idempotency keys answer for 24 h. */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`
}

/** The bearer of a revoked token is told so for 90 days; afterwards it is an unknown token. */
export async function deleteRevokedTokens(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM admin_tokens WHERE revoked_at < now() - interval '90 days'`
}
