import { randomBytes } from 'node:crypto'
import type { KeyRing } from './key-ring.js'
import { open, seal } from './secret-box.js'

const AAD = 'key-check'

export function makeSealedRoot(ring: KeyRing): string {
  return seal(ring, randomBytes(32).toString('base64'), AAD)
}

/** Opens a database's root secret. A wrong key ring throws KeyRingError with the key ids. */
export function openSealedRoot(ring: KeyRing, sealed: string): Buffer {
  return Buffer.from(open(ring, sealed, AAD), 'base64')
}
