import type { Db } from './client.js'

/** Idempotency keys answer for 24 h (contract §2). */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`
}
