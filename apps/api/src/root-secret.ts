import { makeSealedRoot, openSealedRoot } from '@throughline/core/root-secret'
import type { KeyRing } from '@throughline/core/key-ring'
import type { Database } from '@throughline/db/client'
import { findOrInsertSealedRoot } from '@throughline/db/key-check'

/** Opens the database's root secret, made by whoever starts first: a wrong key ring ends the start here. */
export async function openRootSecret(database: Database, keyRing: KeyRing): Promise<Buffer> {
  return openSealedRoot(
    keyRing,
    await findOrInsertSealedRoot(database.prisma, () => makeSealedRoot(keyRing)),
  )
}
