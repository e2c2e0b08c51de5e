// Raw SQL: one statement reads session, user and role of many streams, and ages are by the database's clock.
import type { Role } from '@throughline/contracts/roles'
import { IS_OPEN_SESSION } from '../accounts/sessions.js'
import type { Db } from '../connection/database.js'

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

/** Those of the tokens that are neither revoked nor expired. */
export async function findLiveTokens(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM admin_tokens
     WHERE id = ANY (${[...ids]}::integer[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`
  return rows.map(({ id }) => id)
}
