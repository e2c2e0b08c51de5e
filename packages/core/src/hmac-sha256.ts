import { hash } from 'node:crypto'

const BLOCK_BYTES = 64
const INNER_PAD = 0x36
const OUTER_PAD = 0x5c

/**
 * HMAC-SHA-256 as RFC 2104 has it, 32 bytes. `createHmac()` of Node gives the same, but makes a native object for each call,
 * and collecting these costs a busy process more than the hashing.
 */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Buffer {
  const inner = Buffer.allocUnsafe(BLOCK_BYTES + message.length)
  const outer = Buffer.allocUnsafe(BLOCK_BYTES + 32)
  const short = key.length > BLOCK_BYTES ? hash('sha256', key, 'buffer') : key
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const byte = short[at] ?? 0
    inner[at] = byte ^ INNER_PAD
    outer[at] = byte ^ OUTER_PAD
  }
  inner.set(message, BLOCK_BYTES)
  outer.set(hash('sha256', inner, 'buffer'), BLOCK_BYTES)
  return hash('sha256', outer, 'buffer')
}
