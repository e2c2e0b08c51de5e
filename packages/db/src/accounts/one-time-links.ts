// Raw SQL: expiry is by the database's clock.
import type { Role } from '@throughline/contracts/roles'
import { generateRandomToken } from '@throughline/core/security/random-token'
import type { Db } from '../connection/database.js'
import type { OneTimeLink } from '../generated/prisma/client.js'

export type OneTimeLinkRecord = OneTimeLink

export type LinkPurpose =
  | { kind: 'invitation'; projectId: string; email: string; role: Role }
  | { kind: 'reset'; userId: number; clearsTotp: boolean }
  | { kind: 'start'; userId: number }

export interface CreatedLink {
  record: OneTimeLinkRecord
  /** Shown once: only its hash is stored. */
  token: string
}

const LIFETIME_MINUTES = { invitation: 7 * 24 * 60, reset: 60, start: 15 } as const

/** Creates a link and removes earlier unused ones of the same purpose. */
export async function createOneTimeLink(
  db: Db,
  purpose: LinkPurpose,
  createdBy: string,
): Promise<CreatedLink> {
  await db.oneTimeLink.deleteMany({ where: { ...sameAs(purpose), usedAt: null } })
  const { token, hash } = generateRandomToken()
  const [times] = await db.$queryRaw<{ createdAt: Date; expiresAt: Date }[]>`
    SELECT now() AS "createdAt",
           now() + make_interval(mins => ${LIFETIME_MINUTES[purpose.kind]}::integer) AS "expiresAt"`
  if (times === undefined) throw new Error('the database returned no row')
  const record = await db.oneTimeLink.create({
    data: { ...purpose, ...times, tokenHash: Uint8Array.from(hash), createdBy },
  })
  return { record, token }
}

function sameAs(purpose: LinkPurpose) {
  const { kind } = purpose
  if (kind === 'start') return { kind }
  if (kind === 'reset') return { kind, userId: purpose.userId }
  return { kind, projectId: purpose.projectId, email: purpose.email }
}

/** The link of a token's hash if it is neither used nor expired, locked until the transaction ends. */
export async function lockOneTimeLink(
  db: Db,
  tokenHash: Uint8Array,
): Promise<OneTimeLinkRecord | null> {
  const [row] = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM one_time_links
     WHERE token_hash = ${tokenHash} AND used_at IS NULL AND expires_at > now() FOR UPDATE`
  return row === undefined ? null : db.oneTimeLink.findUnique({ where: { id: row.id } })
}

/** Call it with the link locked. */
export async function markLinkUsed(db: Db, id: number): Promise<void> {
  await db.$executeRaw`UPDATE one_time_links SET used_at = now() WHERE id = ${id}`
}

/** Whether a user has a usable reset link that a mail must not replace: created by a person or within 10 minutes. */
export async function hasKeptResetLink(db: Db, userId: number): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isKept: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM one_time_links
                    WHERE user_id = ${userId} AND kind = 'reset' AND used_at IS NULL AND expires_at > now()
                      AND (created_by <> 'mail' OR created_at > now() - interval '10 minutes')) AS "isKept"`
  return row?.isKept ?? false
}

/** Whether an administrator has made a reset link for the user that can still be used. */
export async function hasOpenResetLink(db: Db, userId: number): Promise<boolean> {
  const [row] = await db.$queryRaw<{ isOpen: boolean }[]>`
    SELECT EXISTS (SELECT 1 FROM one_time_links
                    WHERE user_id = ${userId} AND kind = 'reset' AND used_at IS NULL AND expires_at > now()
                      AND created_by <> 'mail') AS "isOpen"`
  return row?.isOpen ?? false
}

/** The usable invitations of an address, ordered by project, which is the order of their locks. */
export function listInvitationsOf(
  db: Db,
  email: string,
): Promise<{ projectId: string; tokenHash: Uint8Array }[]> {
  return db.$queryRaw<{ projectId: string; tokenHash: Uint8Array }[]>`
    SELECT project_id AS "projectId", token_hash AS "tokenHash" FROM one_time_links
     WHERE email = ${email} AND kind = 'invitation' AND used_at IS NULL AND expires_at > now()
     ORDER BY project_id`
}

/** Removes links that can set a user's password, for example after a change of the password. */
export async function deleteResetLinks(db: Db, userId: number): Promise<void> {
  await db.oneTimeLink.deleteMany({ where: { userId, kind: 'reset', usedAt: null } })
}

export function listInvitations(
  db: Db,
  filter: { projectId: string; beforeId: number | null; limit: number },
): Promise<OneTimeLinkRecord[]> {
  const { projectId, beforeId, limit } = filter
  return db.oneTimeLink.findMany({
    where: {
      projectId,
      kind: 'invitation',
      usedAt: null,
      expiresAt: { gt: new Date() },
      ...(beforeId === null ? {} : { id: { lt: beforeId } }),
    },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

interface InvitationKey {
  projectId: string
  id: number
}

function openInvitation({ projectId, id }: InvitationKey) {
  return { id, projectId, kind: 'invitation', usedAt: null }
}

/** Returns an invitation that was not accepted, or null. */
export function findInvitation(db: Db, key: InvitationKey): Promise<OneTimeLinkRecord | null> {
  return db.oneTimeLink.findFirst({ where: openInvitation(key) })
}

/** Call it with the project locked, because accepting an invitation locks it too. */
export function updateInvitation(db: Db, id: number, role: Role): Promise<OneTimeLinkRecord> {
  return db.oneTimeLink.update({ where: { id }, data: { role } })
}

export async function deleteInvitation(
  db: Db,
  key: InvitationKey,
): Promise<OneTimeLinkRecord | null> {
  const found = await findInvitation(db, key)
  const { count } = await db.oneTimeLink.deleteMany({ where: openInvitation(key) })
  return count === 0 ? null : found
}
