import { hash } from 'node:crypto'

const BLOCK_BYTES = 64
const INNER_PAD = 0x36
const OUTER_PAD = 0x5c

/** HMAC-SHA-256 (RFC 2104). Node's `createHmac()` creates a native object per call, whose collection costs more. */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Buffer {
  const inner = Buffer.allocUnsafe(BLOCK_BYTES + message.length)
  const outer = Buffer.allocUnsafe(BLOCK_BYTES + 32)
  const short = key.length > BLOCK_BYTES ? sha256(key) : key
  for (let at = 0; at < BLOCK_BYTES; at += 1) {
    const byte = short[at] ?? 0
    inner[at] = byte ^ INNER_PAD
    outer[at] = byte ^ OUTER_PAD
  }
  inner.set(message, BLOCK_BYTES)
  outer.write(hash('sha256', inner, 'binary'), BLOCK_BYTES, 'latin1')
  return sha256(outer)
}

function sha256(message: Uint8Array): Buffer {
  return Buffer.from(hash('sha256', message, 'binary'), 'latin1')
}
