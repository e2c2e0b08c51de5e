import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { KeyRingError, type KeyRing } from './key-ring.js'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16
const SEALED = /^([A-Za-z0-9_-]{1,32})\.([A-Za-z0-9_-]+)$/

/** AES-256-GCM under the ring's first key, as `kid.base64url(iv ‖ ciphertext ‖ tag)`; `aad` binds it to its row. */
export function seal(ring: KeyRing, plaintext: string, aad: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(ring, ring.writeKid), iv)
  cipher.setAAD(Buffer.from(aad, 'utf8'))
  const ciphertext = Buffer.concat([cipher.update(plaintext, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([iv, ciphertext, cipher.getAuthTag()])
  return `${ring.writeKid}.${sealed.toString('base64url')}`
}

/** Decrypts a value of `seal`. @throws KeyRingError for a missing or other key, another row, or a changed value */
export function open(ring: KeyRing, sealed: string, aad: string): string {
  const [, kid, encoded = ''] = SEALED.exec(sealed) ?? []
  if (kid === undefined)
    throw new KeyRingError(null, 'A sealed value in the database is malformed.')
  const key = keyOf(ring, kid)
  const bytes = Buffer.from(encoded, 'base64url')
  try {
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(aad, 'utf8'))
    decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
    const ciphertext = bytes.subarray(IV_BYTES, -TAG_BYTES)
    return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString('utf8')
  } catch {
    throw new KeyRingError(
      kid,
      `A value sealed with key "${kid}" cannot be decrypted: restore the original key of that name in SECRETS_KEYS.`,
    )
  }
}

/** The key id of a sealed value, or null; finds values that still need an old key. */
export function sealedKid(sealed: string): string | null {
  return SEALED.exec(sealed)?.[1] ?? null
}

/** Derives a key for one use from the root secret, which does not change with the ring. */
export function deriveKey(rootSecret: Uint8Array, label: string): Buffer {
  return Buffer.from(hkdfSync('sha256', rootSecret, Buffer.alloc(0), label, 32))
}

function keyOf(ring: KeyRing, kid: string) {
  const key = ring.keys.get(kid)
  if (key) return key
  const present = [...ring.keys.keys()].join(', ')
  throw new KeyRingError(
    kid,
    `SECRETS_KEYS lacks the key "${kid}"; it has: ${present}. Add it back.`,
  )
}
