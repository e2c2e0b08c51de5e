import type { InspectLinkBody, JoinBody, ResetBody } from '@throughline/contracts/accounts'
import { role as roleSchema } from '@throughline/contracts/roles'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import { hashRandomToken } from '@throughline/core/security/random-token'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { findMember, putMember } from '@throughline/db/accounts/members'
import {
  deleteResetLinks,
  lockOneTimeLink,
  markLinkUsed,
  type OneTimeLinkRecord,
} from '@throughline/db/accounts/one-time-links'
import { endSessions } from '@throughline/db/accounts/sessions'
import {
  findUser,
  findUserByEmail,
  insertUser,
  lockUser,
  updateUser,
  type UserRecord,
} from '@throughline/db/accounts/users'
import { inTransaction, type Db } from '@throughline/db/connection/database'
import { isUniqueViolation } from '@throughline/db/connection/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import { findProjectById, lockProject } from '@throughline/db/projects/projects'
import type { Answer, PublicCall } from '../../http/route.js'
import { checkNewPassword } from './new-password.js'
import { openSession } from './open-session.js'
import { requireSafePlace } from './sign-in.js'

/** Returns the purpose of a link, which its page shows before the link is used. */
export async function inspectLink({
  ctx,
  db,
  body,
}: PublicCall<unknown, InspectLinkBody>): Promise<Answer> {
  const link = await requireLink(db, body.token)
  if (link.kind === 'start') requireDevelopment(ctx.config.isProduction)
  const owner = link.userId === null ? null : await findUser(db, link.userId)
  const email = link.email ?? owner?.email ?? null
  const project = link.projectId === null ? null : await findProjectById(db, link.projectId)
  const account = email === null ? null : await findUserByEmail(db, email)
  return {
    status: 200,
    body: {
      kind: link.kind,
      email,
      project: project?.name ?? null,
      role: link.role === null ? null : roleSchema.parse(link.role),
      has_account: account !== null,
      expires_at: formatTimestamp(link.expiresAt),
    },
  }
}

/** Sets a password and ends all sessions. Opens no session, because sign-in may also require a code. */
export async function resetPassword(call: PublicCall<unknown, ResetBody>): Promise<Answer> {
  const { ctx, body } = call
  requireSafePlace(ctx)
  const { prisma } = ctx.database
  const seen = await inTransaction(ctx.database, (db) => requireLink(db, body.token, 'reset'))
  const owner = await findUser(prisma, seen.userId ?? 0)
  if (owner === null) throw invalidLink()
  checkNewPassword(body.new_password, owner.email)
  const passwordHash = await ctx.passwords.hash(body.new_password)
  await inTransaction(ctx.database, async (db) => {
    // Locks the account before its link, in the same order as all other code.
    const user = await lockUser(db, owner.id)
    if (user === null) throw invalidLink()
    const link = await requireLink(db, body.token, 'reset')
    await updateUser(db, user.id, {
      passwordHash,
      ...(link.clearsTotp ? { totpSealed: null, totpPendingSealed: null } : {}),
    })
    await markLinkUsed(db, link.id)
    await deleteResetLinks(db, user.id)
    await endSessions(db, user.id)
    await auditOwn(db, user, {
      action: 'password.reset',
      details: { link_by: link.createdBy, clears_totp: link.clearsTotp },
    })
  })
  return { status: 200, body: { done: true } }
}

/**
 * Accepts an invitation. A user with an account joins with their session, and the link never sets their password. For
 * another address, an account is created with the password of the body.
 */
export async function joinProject(call: PublicCall<unknown, JoinBody>): Promise<Answer> {
  const { ctx, body, session } = call
  requireSafePlace(ctx)
  const seen = await inTransaction(ctx.database, (db) => requireLink(db, body.token, 'invitation'))
  const { email, projectId } = seen
  if (email === null || projectId === null) throw invalidLink()
  const tokenHash = hashRandomToken(body.token)
  const join = (db: Db, user: UserRecord) => acceptInvitation(db, user, { tokenHash, projectId })
  const account = await findUserByEmail(ctx.database.prisma, email)
  if (account !== null) {
    if (session?.userId !== account.id) throw signInFirst()
    await inTransaction(ctx.database, (db) => join(db, account))
    return { status: 200, body: { done: true } }
  }
  if (body.name === undefined) throw fieldError('name', 'is required to create an account')
  const { name } = body
  checkNewPassword(body.new_password ?? '', email)
  const passwordHash = await ctx.passwords.hash(body.new_password ?? '')
  const cookies = await inTransaction(ctx.database, async (db) => {
    const user = await insertUser(db, { email, name, passwordHash })
    await join(db, user)
    return openSession(ctx, db, { user, by: 'invitation', headers: call.headers })
  }).catch((error: unknown) => {
    // The account was created in the meantime.
    throw isUniqueViolation(error) ? signInFirst() : error
  })
  return { status: 200, headers: cookies, body: { done: true } }
}

/** Locks the project before its invitation, in the same order as replacing an invitation. */
export async function acceptInvitation(
  db: Db,
  user: UserRecord,
  { tokenHash, projectId }: { tokenHash: Uint8Array; projectId: string },
): Promise<void> {
  await lockProject(db, projectId)
  const { id, role, createdBy } = await lockLink(db, tokenHash, 'invitation')
  const key = { projectId, userId: user.id }
  // A member keeps a role that an owner has given since the invitation.
  if ((await findMember(db, key)) === null) await putMember(db, key, roleSchema.parse(role))
  await markLinkUsed(db, id)
  await writeAudit(db, {
    projectId,
    actor: `user:${user.id}`,
    actorName: user.name,
    actorRole: role,
    action: 'member.join',
    target: `user:${user.id}`,
    details: { role, invited_by: createdBy },
  })
}

/** Signs in with the link that `npm start` prints. The account page then asks for a password. */
export async function useStartLink(call: PublicCall<unknown, InspectLinkBody>): Promise<Answer> {
  const { ctx, db, body } = call
  requireDevelopment(ctx.config.isProduction)
  const link = await requireLink(db, body.token, 'start')
  const user = await findUser(db, link.userId ?? 0)
  if (user === null) throw invalidLink()
  await markLinkUsed(db, link.id)
  const cookies = await openSession(ctx, db, { user, by: 'start', headers: call.headers })
  return { status: 200, headers: cookies, body: { done: true } }
}

function requireDevelopment(isProduction: boolean): void {
  if (isProduction) throw invalidLink()
}

/** Returns a usable link and locks it; call it in a transaction. */
function requireLink(db: Db, token: string, kind?: LinkKind): Promise<OneTimeLinkRecord> {
  return lockLink(db, hashRandomToken(token), kind)
}

type LinkKind = 'invitation' | 'reset' | 'start'

async function lockLink(
  db: Db,
  tokenHash: Uint8Array,
  kind?: LinkKind,
): Promise<OneTimeLinkRecord> {
  const link = await lockOneTimeLink(db, tokenHash)
  if (link === null || (kind !== undefined && link.kind !== kind)) throw invalidLink()
  return link
}

function auditOwn(
  db: Db,
  user: UserRecord,
  { action, details }: { action: string; details: Record<string, string | boolean> },
): Promise<void> {
  return writeAudit(db, {
    projectId: null,
    actor: `user:${user.id}`,
    actorName: user.name,
    action,
    target: `user:${user.id}`,
    details,
  })
}

function invalidLink() {
  return domainError(
    'one_time_link_invalid',
    'This link has expired or was used. Ask the sender for a new link.',
  )
}

function signInFirst() {
  return domainError(
    'session_required',
    'This address has an account. Sign in to it, then open the link again; the link cannot set its password.',
  )
}
