import { hash } from 'node:crypto'
import { hmacSha256 } from './hmac-sha256.js'

const HASH_BYTES = 16

/**
 * A hash that only the key's owner can repeat: the first 16 bytes of HMAC-SHA-256 over the label and
 * the text. It stands in the database where an address or a browser must be found again but never
 * read. The label keeps uses apart; it must not contain NUL.
 */
export function keyedHash(key: Uint8Array, label: string, text: string): Buffer {
  if (label.includes('\0')) throw new RangeError('a hash label may not contain NUL')
  const mac = hmacSha256(key, Buffer.from(`${label}\0${text}`, 'utf8'))
  return mac.subarray(0, HASH_BYTES)
}

/**
 * The same under a salt that is thrown away within days: the first 16 bytes of SHA-256 over the salt and the text. What
 * is cut off keeps anybody from going on with the hash of a longer text.
 */
export function saltedHash(salt: Uint8Array, text: string): Buffer {
  const key = Buffer.from(salt.buffer, salt.byteOffset, salt.byteLength).toString('hex')
  return hash('sha256', `${key}${text}`, 'buffer').subarray(0, HASH_BYTES)
}
