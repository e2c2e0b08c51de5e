import type { Db } from './database.js'

/**
 * The sealed root secret of this database, put there by whoever comes first: what everybody's key ring must
 * open, and what all derived keys come from.
 *
 * @param makeSealed makes a new sealed root, used only when there is none yet
 */
export async function findOrInsertSealedRoot(db: Db, makeSealed: () => string): Promise<string> {
  const present = await findSealedRoot(db)
  if (present !== null) return present
  await db.keyCheck.createMany({ data: [{ id: 1, rootSealed: makeSealed() }], skipDuplicates: true })
  const stored = await db.keyCheck.findUniqueOrThrow({ where: { id: 1 } })
  return stored.rootSealed
}

/** The sealed root secret, or null before the first start. */
export async function findSealedRoot(db: Db): Promise<string | null> {
  const present = await db.keyCheck.findUnique({ where: { id: 1 } })
  return present?.rootSealed ?? null
}
