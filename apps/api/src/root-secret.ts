import { randomBytes } from 'node:crypto'
import { open, seal, type KeyRing } from '@throughline/core/secret-box'
import type { Database } from '@throughline/db/client'
import { findOrInsertSealedRoot } from '@throughline/db/key-check'

const AAD = 'key-check'

/**
 * Opens the database's root secret with the key ring: a wrong ring ends the start here, with the key ids named,
 * before anything is written with it (contract §8, SECRETS_KEYS).
 */
export async function openRootSecret(database: Database, keyRing: KeyRing): Promise<Buffer> {
  const sealed = await findOrInsertSealedRoot(database.prisma, () =>
    seal(keyRing, randomBytes(32).toString('base64'), AAD),
  )
  return Buffer.from(open(keyRing, sealed, AAD), 'base64')
}
