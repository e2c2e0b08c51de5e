import type { Db } from '../connection/database.js'

/** Deletes idempotency keys after 24 h. Raw SQL: the age is by the database's clock. */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`
}

/** Deletes tokens 90 days after they were revoked: then they are unknown. Raw SQL: the database's clock. */
export async function deleteRevokedTokens(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM admin_tokens WHERE revoked_at < now() - interval '90 days'`
}
