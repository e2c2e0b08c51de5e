import type { Db } from '../connection/database.js'
import type { AdminToken } from '../generated/prisma/client.js'

export type AdminTokenRecord = AdminToken

/** Live tokens per project: neither revoked nor expired. */
export const MAX_LIVE_TOKENS = 100

/** The token of this id, or null. The caller checks the secret, the expiry and whether it was revoked. */
export function findAdminToken(db: Db, id: number): Promise<AdminTokenRecord | null> {
  return db.adminToken.findUnique({ where: { id } })
}

export function insertAdminToken(
  db: Db,
  token: {
    projectId: string
    name: string
    secretHash: Uint8Array
    abilities?: string[]
    expiresAt?: Date | null
    parentId?: number | null
    userId?: number | null
  },
): Promise<AdminTokenRecord> {
  return db.adminToken.create({ data: { ...token, secretHash: Uint8Array.from(token.secretHash) } })
}

/** Whether the project has its maximum of live tokens. Call it with the project locked. */
export async function isTokenLimitReached(db: Db, projectId: string): Promise<boolean> {
  const live = await db.adminToken.count({
    where: {
      projectId,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
  })
  return live >= MAX_LIVE_TOKENS
}

export function listAdminTokens(
  db: Db,
  filter: { projectId: string; beforeId: number | null; limit: number },
): Promise<AdminTokenRecord[]> {
  const { projectId, beforeId, limit } = filter
  return db.adminToken.findMany({
    where: { projectId, revokedAt: null, ...(beforeId === null ? {} : { id: { lt: beforeId } }) },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/** The live tokens that a user created in a project, oldest first. */
export function listTokensOfUser(
  db: Db,
  { projectId, userId }: { projectId: string; userId: number },
): Promise<RevokedToken[]> {
  return db.adminToken.findMany({
    where: {
      projectId,
      userId,
      revokedAt: null,
      OR: [{ expiresAt: null }, { expiresAt: { gt: new Date() } }],
    },
    select: { id: true, name: true },
    orderBy: { id: 'asc' },
  })
}

export interface RevokedToken {
  id: number
  name: string
}

/** Revokes a token with descendants, or gives these to its parent. Lock the project. Raw SQL: Prisma has no recursion. */
export async function revokeAdminToken(
  db: Db,
  { projectId, id, keepChildren }: { projectId: string; id: number; keepChildren: boolean },
): Promise<RevokedToken[]> {
  if (keepChildren) {
    const token = await db.adminToken.findFirst({ where: { id, projectId, revokedAt: null } })
    if (token === null) return []
    const { parentId } = token
    await db.adminToken.updateMany({ where: { parentId: id }, data: { parentId } })
  }
  const revoked = await db.$queryRaw<RevokedToken[]>`
    WITH RECURSIVE family AS (
      SELECT id FROM admin_tokens
       WHERE id = ${id} AND project_id = ${projectId}::uuid AND revoked_at IS NULL
      UNION ALL
      SELECT child.id FROM admin_tokens AS child JOIN family ON child.parent_id = family.id
    )
    UPDATE admin_tokens SET revoked_at = now()
     WHERE id IN (SELECT id FROM family) AND revoked_at IS NULL
    RETURNING id, name`
  return revoked.sort((a, b) => a.id - b.id)
}

/** Stores the time of a token's last use, at most once a minute. */
export async function touchAdminToken(db: Db, token: AdminTokenRecord): Promise<void> {
  const isFresh = token.lastUsedAt !== null && Date.now() - token.lastUsedAt.getTime() < 60_000
  if (isFresh) return
  const now = Date.now()
  await db.adminToken.updateMany({
    where: {
      id: token.id,
      OR: [{ lastUsedAt: null }, { lastUsedAt: { lt: new Date(now - 60_000) } }],
    },
    data: { lastUsedAt: new Date(now) },
  })
}

/** Those of the tokens that are neither revoked nor expired. */
export async function findLiveTokens(db: Db, ids: readonly number[]): Promise<number[]> {
  const rows = await db.$queryRaw<{ id: number }[]>`
    SELECT id FROM admin_tokens
     WHERE id = ANY (${[...ids]}::integer[]) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`
  return rows.map(({ id }) => id)
}
