// Raw SQL: one statement reads session, user and role, and ages are by the database's clock.
import type { Role } from '@throughline/contracts/roles'
import type { Db } from '../connection/database.js'
import { Prisma, type Session } from '../generated/prisma/client.js'

export type SessionRecord = Session

export interface OpenSession {
  id: number
  userId: number
  email: string
  name: string
  isAdmin: boolean
  /** When the user last entered a password or code, or signed in with OIDC; null after a start link. */
  signedInAt: Date | null
  lastSeenAt: Date
  /** Null if the user has no role in the project, or the request names no project. */
  role: Role | null
}

/** How long a session lives without a request. */
const IDLE_DAYS = 14
/** The condition for a session `s` that has not ended. */
export const IS_OPEN_SESSION = Prisma.sql`
  s.expires_at > now() AND s.last_seen_at > now() - make_interval(days => ${IDLE_DAYS}::integer)`

/** The session of a token's hash; null if there is none, or it has expired or was idle for 14 days. */
export async function findOpenSession(
  db: Db,
  tokenHash: Uint8Array,
  projectId: string | null,
): Promise<OpenSession | null> {
  const [session] = await db.$queryRaw<OpenSession[]>`
    SELECT s.id, s.user_id AS "userId", s.signed_in_at AS "signedInAt", s.last_seen_at AS "lastSeenAt",
           u.email, u.name, u.is_admin AS "isAdmin", m.role
      FROM sessions s
      JOIN users u ON u.id = s.user_id
      LEFT JOIN project_members m ON m.user_id = u.id AND m.project_id = ${projectId}::uuid
     WHERE s.token_hash = ${tokenHash} AND ${IS_OPEN_SESSION}`
  return session ?? null
}

const LIFETIME_DAYS = 30

export async function insertSession(
  db: Db,
  session: {
    userId: number
    tokenHash: Uint8Array
    userAgent: string | null
    isSignedIn: boolean
  },
): Promise<{ id: number }> {
  const [row] = await db.$queryRaw<{ id: number }[]>`
    INSERT INTO sessions (user_id, token_hash, user_agent, signed_in_at, expires_at)
    VALUES (${session.userId}, ${session.tokenHash}, ${session.userAgent},
            CASE WHEN ${session.isSignedIn}::boolean THEN now() END,
            now() + make_interval(days => ${LIFETIME_DAYS}::integer))
    RETURNING id`
  if (row === undefined) throw new Error('the session was not inserted')
  return row
}

/** Stores the time of a session's last use, at most once a minute. */
export async function touchSession(
  db: Db,
  { id, lastSeenAt }: Pick<OpenSession, 'id' | 'lastSeenAt'>,
): Promise<void> {
  if (Date.now() - lastSeenAt.getTime() < 60_000) return
  await db.$executeRaw`
    UPDATE sessions SET last_seen_at = now() WHERE id = ${id} AND last_seen_at < now() - interval '1 minute'`
}

/** Begins the time in which sensitive calls need no password. */
export async function markSignedIn(db: Db, id: number): Promise<void> {
  await db.$executeRaw`UPDATE sessions SET signed_in_at = now() WHERE id = ${id}`
}

export function listSessions(db: Db, userId: number): Promise<SessionRecord[]> {
  return db.$queryRaw<SessionRecord[]>`
    SELECT id, user_id AS "userId", token_hash AS "tokenHash", user_agent AS "userAgent",
           signed_in_at AS "signedInAt", last_seen_at AS "lastSeenAt", created_at AS "createdAt",
           expires_at AS "expiresAt"
      FROM sessions s
     WHERE user_id = ${userId} AND ${IS_OPEN_SESSION}
     ORDER BY id DESC`
}

export async function endSession(
  db: Db,
  { userId, id }: { userId: number; id: number },
): Promise<number> {
  return (await db.session.deleteMany({ where: { userId, id } })).count
}

export async function endSessionOfToken(db: Db, tokenHash: Uint8Array): Promise<void> {
  await db.session.deleteMany({ where: { tokenHash: Uint8Array.from(tokenHash) } })
}

/** Ends the sessions of a user, except one; returns their number. */
export async function endSessions(
  db: Db,
  userId: number,
  exceptId: number | null = null,
): Promise<number> {
  const except = exceptId === null ? {} : { id: { not: exceptId } }
  return (await db.session.deleteMany({ where: { userId, ...except } })).count
}

export interface SessionAccess {
  sessionId: number
  projectId: string
  isAdmin: boolean
  role: Role | null
}

/** What open sessions may do in projects. Ended sessions and deleted projects are left out. */
export function findSessionAccess(
  db: Db,
  streams: readonly { sessionId: number; projectId: string }[],
): Promise<SessionAccess[]> {
  return db.$queryRaw<SessionAccess[]>`
    SELECT DISTINCT s.id AS "sessionId", p.id AS "projectId", u.is_admin AS "isAdmin", m.role
      FROM unnest(${streams.map(({ sessionId }) => sessionId)}::integer[],
                  ${streams.map(({ projectId }) => projectId)}::uuid[]) AS k(session_id, project_id)
      JOIN sessions s ON s.id = k.session_id
      JOIN users u ON u.id = s.user_id
      JOIN projects p ON p.id = k.project_id
      LEFT JOIN project_members m ON m.user_id = u.id AND m.project_id = p.id
     WHERE ${IS_OPEN_SESSION}`
}
