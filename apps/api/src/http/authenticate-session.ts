import { abilitiesOf, permits, type ActingRole } from '@throughline/contracts/roles'
import { domainError } from '@throughline/core/lib/errors'
import { hashRandomToken } from '@throughline/core/security/random-token'
import { findOpenSession, touchSession, type OpenSession } from '@throughline/db/accounts/sessions'
import type { Db } from '@throughline/db/connection/database'
import type { Request } from 'express'
import type { AppContext } from '../context.js'
import type { AccountAccess, Actor } from './access.js'
import { NOTHING_HERE, sessionNotSameOrigin, sessionRequired } from './credential-errors.js'
import { isFromPanel, readNavigation, readSession, type SentSession } from './session-cookie.js'

/** Returns the session of a cookie with the user's role in the project; null without a valid session. */
export async function openSessionOf(
  db: Db,
  sent: SentSession,
  projectId: string | null,
): Promise<OpenSession | null> {
  if (sent.kind !== 'token') return null
  const session = await findOpenSession(db, hashRandomToken(sent.token), projectId)
  if (session !== null) await touchSession(db, session)
  return session
}

/** Checks what a session may do in a project. A user without a role gets the response for a missing record. */
export function actAsMember(session: OpenSession, ability: string | null): Actor {
  const role = actingRole(session)
  if (role === null) throw domainError('not_found', NOTHING_HERE)
  const abilities = abilitiesOf(role)
  if (ability !== null && !permits(abilities, ability)) {
    throw domainError(
      'forbidden',
      `This call needs ${ability === '*' ? 'every ability' : `the ability ${ability}`}, and your role in this project is ${role}. Ask an owner for another role.`,
    )
  }
  return { kind: 'user', session, role, abilities }
}

function actingRole({ role, isAdmin }: OpenSession): ActingRole | null {
  return isAdmin && role !== 'owner' ? 'administrator' : role
}

/** Returns the session of a call without a project; null on a route that needs none. */
export async function authenticateAccount(
  { config, database }: Pick<AppContext, 'config' | 'database'>,
  request: Request,
  access: AccountAccess,
): Promise<OpenSession | null> {
  if (access === 'state') return null
  const sent = access === 'ticket' ? readNavigation(config, request) : readSession(config, request)
  if (sent.kind === 'other_origin' || (access === 'public' && !isFromPanel(config, request)))
    throw sessionNotSameOrigin()
  const session = await openSessionOf(database.prisma, sent, null)
  if (access === 'public') return session
  if (session === null) throw sessionRequired()
  if (access === 'administrator' && !session.isAdmin)
    throw domainError(
      'forbidden',
      'Only administrators of the installation may do this. Ask an administrator.',
    )
  return session
}

const RECENT_MS = 15 * 60_000

/** Returns until when sensitive calls need no password confirmation; null if they need one now. */
export function recentUntil({ signedInAt }: Pick<OpenSession, 'signedInAt'>): Date | null {
  if (signedInAt === null) return null
  const until = new Date(signedInAt.getTime() + RECENT_MS)
  return until > new Date() ? until : null
}

/** Requires a password confirmation in the last 15 minutes for a sensitive call. */
export function requireRecentSignIn(session: OpenSession): void {
  if (recentUntil(session) !== null) return
  throw domainError(
    'reauth_required',
    'This call requires a password confirmation in the last 15 minutes. Confirm the password with POST /api/auth/reauthenticate or sign in with OpenID Connect again, then retry.',
  )
}
