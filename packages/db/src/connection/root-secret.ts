import type { KeyRing } from '@throughline/core/security/key-ring'
import { makeSealedRoot, openSealedRoot } from '@throughline/core/security/root-secret'
import type { Database } from './database.js'
import { findOrInsertSealedRoot } from './key-check.js'

/**
 * Opens the database's root secret, made by whoever starts first.
 *
 * @throws KeyRingError for a wrong ring, or what the database says
 */
export async function openRootSecret(
  { prisma }: Pick<Database, 'prisma'>,
  keyRing: KeyRing,
): Promise<Buffer> {
  const sealed = await findOrInsertSealedRoot(prisma, () => makeSealedRoot(keyRing))
  return openSealedRoot(keyRing, sealed)
}
