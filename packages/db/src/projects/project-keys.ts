import { randomUUID } from 'node:crypto'
import type { Db } from '../connection/database.js'
import type { FormerProjectKey } from '../generated/prisma/client.js'

export type FormerKeyRecord = FormerProjectKey

/** Sets a new key for a project. The current key becomes a former key. Call it with the project locked. */
export async function replaceProjectKey(
  db: Db,
  { id, key }: { id: string; key: string },
): Promise<string> {
  const next = randomUUID()
  await db.formerProjectKey.create({ data: { key, projectId: id } })
  await db.project.update({ where: { id }, data: { key: next } })
  return next
}

/** Keys that were replaced and not revoked, newest first. */
export function listFormerKeys(db: Db, projectId: string): Promise<FormerKeyRecord[]> {
  return db.formerProjectKey.findMany({ where: { projectId }, orderBy: { replacedAt: 'desc' } })
}

/** Makes a former key unknown. False if the project has no such former key. */
export async function revokeFormerKey(
  db: Db,
  former: { projectId: string; key: string },
): Promise<boolean> {
  return (await db.formerProjectKey.deleteMany({ where: former })).count === 1
}
