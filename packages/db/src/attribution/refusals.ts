import type { Db } from '../connection/database.js'

export interface RefusalKey {
  projectId: string
  installHash: Uint8Array<ArrayBuffer>
}

export async function writeRefusal(
  db: Db,
  { projectId, installHash }: RefusalKey,
  reason: 'consent_missing' | 'consent_refused',
): Promise<void> {
  const key = { projectId_installHash: { projectId, installHash } }
  await db.installRefusal.upsert({
    where: key,
    create: { projectId, installHash, reason },
    update: { reason },
  })
}

export async function findRefusal(
  db: Db,
  { projectId, installHash }: RefusalKey,
): Promise<{ reason: string; day: Date } | null> {
  return db.installRefusal.findUnique({
    where: { projectId_installHash: { projectId, installHash } },
    select: { reason: true, day: true },
  })
}

export async function deleteRefusal(db: Db, key: RefusalKey): Promise<void> {
  await db.installRefusal.deleteMany({ where: { ...key } })
}
