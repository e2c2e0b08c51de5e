import type { Db } from '../connection/database.js'

/** An install of which nothing is stored but that consent was missing or refused. */
export interface RefusalKey {
  projectId: string
  /** Keyed hash of the install id. */
  installHash: Uint8Array<ArrayBuffer>
}

/** Stores a refusal, or the newer reason of one. */
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

/** Deletes what was stored, once consent was given. */
export async function deleteRefusal(db: Db, key: RefusalKey): Promise<void> {
  await db.installRefusal.deleteMany({ where: { ...key } })
}
