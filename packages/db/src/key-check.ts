import type { Db } from './client.js'

/**
 * The sealed root secret of this database, put there by whoever comes first: what everybody's key ring must
 * open, and what all derived keys come from.
 *
 * @param makeSealed makes a new sealed root, used only when there is none yet
 */
export async function findOrInsertSealedRoot(db: Db, makeSealed: () => string): Promise<string> {
  const present = await db.keyCheck.findUnique({ where: { id: 1 } })
  if (present !== null) return present.rootSealed
  await db.$executeRaw`INSERT INTO key_check (id, root_sealed) VALUES (1, ${makeSealed()}) ON CONFLICT DO NOTHING`
  const stored = await db.keyCheck.findUniqueOrThrow({ where: { id: 1 } })
  return stored.rootSealed
}
