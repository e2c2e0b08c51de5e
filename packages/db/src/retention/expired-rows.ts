import { IS_OPEN_SESSION } from '../accounts/sessions.js'
import type { Db } from '../connection/database.js'

/** Deletes idempotency keys after 24 h. Raw SQL: the age is by the database's clock. */
export async function deleteExpiredIdempotencyKeys(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM idempotency_keys WHERE created_at < now() - interval '24 hours'`
}

/** Deletes tokens 90 days after they were revoked: then they are unknown. Raw SQL: the database's clock. */
export async function deleteRevokedTokens(db: Db): Promise<number> {
  return db.$executeRaw`DELETE FROM admin_tokens WHERE revoked_at < now() - interval '90 days'`
}

/**
 * Deletes expired sessions, tickets and OIDC states, one-time links after 30 days and failed sign-ins after a day. Raw
 * SQL: the database's clock.
 */
export async function deleteExpiredAccountRows(db: Db): Promise<number> {
  const sessions = await db.$executeRaw`
    DELETE FROM sessions s WHERE NOT (${IS_OPEN_SESSION})`
  const links = await db.$executeRaw`
    DELETE FROM one_time_links WHERE expires_at < now() - interval '30 days'`
  const failures = await db.$executeRaw`
    DELETE FROM sign_in_failures WHERE updated_at < now() - interval '1 day'`
  const tickets = await db.$executeRaw`DELETE FROM tickets WHERE expires_at < now()`
  const states = await db.$executeRaw`DELETE FROM oidc_states WHERE expires_at < now()`
  return sessions + links + failures + tickets + states
}
