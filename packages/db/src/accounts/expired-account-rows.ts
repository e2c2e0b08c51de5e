import type { Db } from '../connection/database.js'
import { IS_OPEN_SESSION } from './sessions.js'

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
