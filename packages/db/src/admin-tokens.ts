import type { Db } from './client.js'
import type { AdminToken } from './generated/prisma/client.js'

export type AdminTokenRecord = AdminToken

/** The token of this id, or null; the caller compares the secret and the expiry. */
export function findAdminToken(db: Db, id: number): Promise<AdminTokenRecord | null> {
  return db.adminToken.findUnique({ where: { id } })
}

/** Makes a token; only the hash of its secret is stored. */
export function insertAdminToken(
  db: Db,
  token: {
    projectId: string
    name: string
    secretHash: Uint8Array
    abilities?: string[]
    expiresAt?: Date | null
  },
): Promise<AdminTokenRecord> {
  return db.adminToken.create({ data: { ...token, secretHash: Uint8Array.from(token.secretHash) } })
}

/** One page of the project's tokens, newest first. */
export function listAdminTokens(
  db: Db,
  filter: { projectId: string; beforeId: number | null; limit: number },
): Promise<AdminTokenRecord[]> {
  const { projectId, beforeId, limit } = filter
  return db.adminToken.findMany({
    where: { projectId, ...(beforeId === null ? {} : { id: { lt: beforeId } }) },
    orderBy: { id: 'desc' },
    take: limit,
  })
}

/** Removes a token of the project: its next use is refused. Answers whether there was one. */
export async function deleteAdminToken(
  db: Db,
  key: { projectId: string; id: number },
): Promise<boolean> {
  const { count } = await db.adminToken.deleteMany({ where: key })
  return count === 1
}

/** Notes that a token was used, at most once a minute (contract §1). */
export async function touchAdminToken(db: Db, token: AdminTokenRecord): Promise<void> {
  const isFresh = token.lastUsedAt !== null && Date.now() - token.lastUsedAt.getTime() < 60_000
  if (isFresh) return
  await db.$executeRaw`
    UPDATE admin_tokens SET last_used_at = now()
     WHERE id = ${token.id} AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`
}
