import type { KeyRing } from '@throughline/core/security/key-ring'
import { makeSealedRoot, openSealedRoot } from '@throughline/core/security/root-secret'
import type { Database, Db } from './database.js'

/** Opens the database's root secret; the first process creates it. @throws KeyRingError for a wrong ring */
export async function openRootSecret(
  { prisma }: Pick<Database, 'prisma'>,
  keyRing: KeyRing,
): Promise<Buffer> {
  const sealed = await findOrInsertSealedRoot(prisma, () => makeSealedRoot(keyRing))
  return openSealedRoot(keyRing, sealed)
}

/** The sealed root secret, from which all keys are derived. `makeSealed` creates a missing one. */
async function findOrInsertSealedRoot(db: Db, makeSealed: () => string): Promise<string> {
  const present = await findSealedRoot(db)
  if (present !== null) return present
  await db.keyCheck.createMany({
    data: [{ id: 1, rootSealed: makeSealed() }],
    skipDuplicates: true,
  })
  const stored = await db.keyCheck.findUniqueOrThrow({ where: { id: 1 } })
  return stored.rootSealed
}

/** The sealed root secret, or null before the first start. */
export async function findSealedRoot(db: Db): Promise<string | null> {
  const present = await db.keyCheck.findUnique({ where: { id: 1 } })
  return present?.rootSealed ?? null
}
