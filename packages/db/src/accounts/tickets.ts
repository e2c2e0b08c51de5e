// Raw SQL: expiry is by the database's clock, and using a ticket deletes and returns it in one statement.
import type { Db } from '../connection/database.js'

/** A read that a browser may request once, by navigation. */
export interface TicketRead {
  projectId: string
  /** The path of the read, such as `/api/clicks`. */
  route: string
  query: Record<string, string>
}

const LIFETIME_SECONDS = 60

/** Stores a ticket of a session and removes the session's expired ones. @returns when it expires */
export async function insertTicket(
  db: Db,
  { sessionId, tokenHash, ...read }: TicketRead & { sessionId: number; tokenHash: Uint8Array },
): Promise<Date> {
  const { projectId, route, query } = read
  await db.$executeRaw`DELETE FROM tickets WHERE session_id = ${sessionId} AND expires_at <= now()`
  const [row] = await db.$queryRaw<{ expiresAt: Date }[]>`
    INSERT INTO tickets (token_hash, session_id, project_id, route, query, expires_at)
    VALUES (${tokenHash}, ${sessionId}, ${projectId}::uuid, ${route}, ${JSON.stringify(query)}::jsonb,
            now() + make_interval(secs => ${LIFETIME_SECONDS}::integer))
    RETURNING expires_at AS "expiresAt"`
  if (row === undefined) throw new Error('the ticket was not inserted')
  return row.expiresAt
}

/** Uses the ticket of a token's hash; null if the session has none, or it has expired or was used. */
export async function takeTicket(
  db: Db,
  { sessionId, tokenHash }: { sessionId: number; tokenHash: Uint8Array },
): Promise<TicketRead | null> {
  const [row] = await db.$queryRaw<TicketRead[]>`
    DELETE FROM tickets
     WHERE token_hash = ${tokenHash} AND session_id = ${sessionId} AND expires_at > now()
    RETURNING project_id AS "projectId", route, query`
  return row ?? null
}
