import { hash } from 'node:crypto'
import { hmacSha256 } from './hmac-sha256.js'

const HASH_BYTES = 16

/** The first 16 bytes of HMAC-SHA-256 over label, which separates uses and has no NUL, and text. */
export function keyedHash(key: Uint8Array, label: string, text: string): Buffer {
  if (label.includes('\0')) throw new RangeError('a hash label may not contain NUL')
  const mac = hmacSha256(key, Buffer.from(`${label}\0${text}`, 'utf8'))
  return mac.subarray(0, HASH_BYTES)
}

/** The first 16 bytes of SHA-256 over salt and text. Truncation prevents length extension. */
export function saltedHash(salt: Uint8Array, text: string): Buffer {
  const key = Buffer.from(salt.buffer, salt.byteOffset, salt.byteLength).toString('hex')
  return hash('sha256', `${key}${text}`, 'buffer').subarray(0, HASH_BYTES)
}
