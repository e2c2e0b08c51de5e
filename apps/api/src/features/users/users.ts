import type {
  CreateUserBody,
  ListUsersQuery,
  ResetUserBody,
  UpdateUserBody,
  UserWire,
} from '@throughline/contracts/users'
import { domainError } from '@throughline/core/lib/errors'
import { oneTimeLinkUrl } from '@throughline/core/security/random-token'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { createOneTimeLink } from '@throughline/db/accounts/one-time-links'
import { removeUser } from '@throughline/db/accounts/remove-user'
import {
  findUser,
  findUserByEmail,
  insertUser,
  listUsers as listRows,
  lockAdministrators,
  lockUser,
  updateUser as updateRow,
  type UserRecord,
} from '@throughline/db/accounts/users'
import { writeAudit, type AuditNote } from '@throughline/db/projects/audit'
import { userCredential } from '../../http/access.js'
import { givenFields } from '../../http/given-fields.js'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { AccountCall, Answer } from '../../http/route.js'

export async function listUsers({
  db,
  query,
}: AccountCall<object, ListUsersQuery>): Promise<Answer> {
  const beforeId = readIntegerCursor(query.cursor)
  const rows = await listRows(db, { beforeId, limit: query.limit + 1 })
  return { status: 200, body: toPage(rows, query.limit, presentUser) }
}

/** Creates a user without a password; the response contains the link to set it. */
export async function createUser(
  call: AccountCall<object, unknown, CreateUserBody>,
): Promise<Answer> {
  const { db, body } = call
  if ((await findUserByEmail(db, body.email)) !== null)
    throw domainError(
      'conflict',
      'An account already has this address. Create a reset link for it instead.',
    )
  const { email, name } = body
  const user = await insertUser(db, { email, name, isAdmin: body.is_admin })
  await auditUser(call, 'user.create', { id: user.id, details: { email, admin: user.isAdmin } })
  return { status: 201, body: { ...presentUser(user), ...(await resetLinkOf(call, user, false)) } }
}

export async function updateUser(
  call: AccountCall<{ id: number }, unknown, UpdateUserBody>,
): Promise<Answer> {
  const { db, params, body } = call
  const administrators = await lockAdministrators(db)
  const before = requireUser(await lockUser(db, params.id))
  if (before.isAdmin && body.is_admin === false && administrators.length === 1)
    throw lastAdministrator()
  const changes = givenFields({ name: body.name, isAdmin: body.is_admin })
  const user = await updateRow(db, before.id, changes)
  await auditUser(call, 'user.update', { id: user.id, details: givenFields(body) })
  return { status: 200, body: presentUser(user) }
}

export async function deleteUser(call: AccountCall<{ id: number }>): Promise<Answer> {
  const { db, params } = call
  const removed = await removeUser(db, params.id)
  if (removed.kind === 'missing') throw noUser()
  if (removed.kind === 'last_administrator') throw lastAdministrator()
  if (removed.kind === 'last_owner')
    throw domainError(
      'last_owner',
      `This is the only owner of ${removed.prefixes.join(', ')}. Make another member an owner first.`,
    )
  const { email, name } = removed.user
  await auditUser(call, 'user.delete', { id: params.id, details: { email, name } })
  return { status: 200, body: { id: params.id, deleted: true } }
}

/** Creates a link to set a password. Earlier unused links no longer work. */
export async function createResetLink(
  call: AccountCall<{ id: number }, unknown, ResetUserBody>,
): Promise<Answer> {
  const { db, params, body } = call
  const user = requireUser(await findUser(db, params.id))
  await auditUser(call, 'user.reset', { id: user.id, details: { totp: body.totp } })
  return { status: 200, body: await resetLinkOf(call, user, body.totp) }
}

async function resetLinkOf(
  { ctx, db, session }: Pick<AccountCall, 'ctx' | 'db' | 'session'>,
  { id }: UserRecord,
  clearsTotp: boolean,
): Promise<{ url: string; expires_at: string }> {
  const purpose = { kind: 'reset', userId: id, clearsTotp } as const
  const { record, token } = await createOneTimeLink(db, purpose, userCredential(session))
  return {
    url: oneTimeLinkUrl(ctx.config.publicUrl, 'reset', token),
    expires_at: formatTimestamp(record.expiresAt),
  }
}

function auditUser(
  { db, session }: Pick<AccountCall, 'db' | 'session'>,
  action: string,
  { id, details }: { id: number; details: AuditNote['details'] },
): Promise<void> {
  return writeAudit(db, {
    projectId: null,
    actor: userCredential(session),
    actorName: session.name,
    actorRole: 'administrator',
    action,
    target: `user:${id}`,
    ...(details === undefined ? {} : { details }),
  })
}

function requireUser(user: UserRecord | null): UserRecord {
  if (user === null) throw noUser()
  return user
}

function noUser() {
  return domainError('not_found', 'The user does not exist. GET /api/users lists all users.')
}

function lastAdministrator() {
  return domainError(
    'last_administrator',
    'This is the only administrator of the installation. Make another user an administrator first.',
  )
}

function presentUser(user: UserRecord): UserWire {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    is_admin: user.isAdmin,
    has_password: user.passwordHash !== null,
    has_totp: user.totpSealed !== null,
    has_oidc: user.oidcSubject !== null,
    created_at: formatTimestamp(user.createdAt),
  }
}
