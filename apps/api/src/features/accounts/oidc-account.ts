import { email as emailSchema } from '@throughline/contracts/accounts'
import { cleanText } from '@throughline/contracts/text'
import {
  deleteResetLinks,
  hasOpenResetLink,
  listInvitationsOf,
} from '@throughline/db/accounts/one-time-links'
import {
  findUserByEmail,
  findUserByIdentity,
  insertUser,
  lockUser,
  updateUser,
  type UserRecord,
} from '@throughline/db/accounts/users'
import type { Db } from '@throughline/db/connection/database'
import { writeAudit } from '@throughline/db/projects/audit'
import type { OidcIdentity } from '../../infra/oidc-client.js'
import { acceptInvitation } from './one-time-links.js'

/** Why nobody was signed in. The panel has a text for each. */
export type OidcProblem =
  /** The state was used, has expired, or belongs to another browser. */
  | 'expired'
  | 'denied'
  /** The response of the provider is wrong, or it did not answer. */
  | 'failed'
  | 'not_verified'
  | 'not_invited'
  /** The address has an account, to which the identity is not connected. */
  | 'has_account'
  /** The identity is connected to another account. */
  | 'in_use'

/**
 * Returns the user who may sign in with an identity: a known one, or one whose verified address is invited. An address
 * that is not verified never leads to an account.
 */
export async function findAccount(
  db: Db,
  identity: OidcIdentity,
): Promise<UserRecord | OidcProblem> {
  const known = await findUserByIdentity(db, identity)
  if (known !== null) return known
  const email = emailSchema.safeParse(identity.email)
  if (!identity.isEmailVerified || !email.success) return 'not_verified'
  const account = await findUserByEmail(db, email.data)
  return account === null
    ? createInvited(db, identity, email.data)
    : openNewAccount(db, identity, account.id)
}

/** Creates the account of an invited address. Signing in accepts its invitations. */
async function createInvited(
  db: Db,
  identity: OidcIdentity,
  email: string,
): Promise<UserRecord | OidcProblem> {
  const invitations = await listInvitationsOf(db, email)
  if (invitations.length === 0) return 'not_invited'
  const name = cleanText(1, 200).safeParse(identity.name?.trim())
  const made = { email, name: name.success ? name.data : email.replace(/@.*/, '') }
  const user = await link(db, await insertUser(db, made), identity)
  for (const invitation of invitations) await acceptInvitation(db, user, invitation)
  return user
}

/**
 * An administrator has created the account, and its link for a password is still open. An account that somebody already
 * uses gets no second way in by an invitation, which every owner of a project can make.
 */
async function openNewAccount(
  db: Db,
  identity: OidcIdentity,
  id: number,
): Promise<UserRecord | OidcProblem> {
  const account = await lockUser(db, id)
  const isNew = account?.passwordHash === null && account.oidcSubject === null
  if (!isNew || !(await hasOpenResetLink(db, id))) return 'has_account'
  await deleteResetLinks(db, id)
  return link(db, account, identity)
}

/** Connects an identity to the account of a session. It replaces a former one. */
export async function connectIdentity(
  db: Db,
  userId: number,
  identity: OidcIdentity,
): Promise<OidcProblem | null> {
  const user = await lockUser(db, userId)
  if (user === null) return 'expired'
  const owner = await findUserByIdentity(db, identity)
  if (owner !== null && owner.id !== userId) return 'in_use'
  await link(db, user, identity)
  return null
}

async function link(
  db: Db,
  { id, name }: UserRecord,
  { issuer, subject }: OidcIdentity,
): Promise<UserRecord> {
  await writeAudit(db, {
    projectId: null,
    actor: `user:${id}`,
    actorName: name,
    action: 'identity.create',
    target: `user:${id}`,
    details: { issuer },
  })
  return updateUser(db, id, { oidcIssuer: issuer, oidcSubject: subject })
}
