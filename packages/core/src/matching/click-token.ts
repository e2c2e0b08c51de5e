import { timingSafeEqual } from 'node:crypto'
import { hmacSha256 } from '../security/hmac-sha256.js'
import { isUuid, uuidBytes, uuidFromBytes } from '../lib/ids.js'

const MAC_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{43}$/

export type ClickTokenInput = {
  clickId: string
  projectId: string
  /** A key used only for click tokens. */
  key: Uint8Array
}

/** base64url(click id ‖ 16 bytes of HMAC-SHA-256(project id ‖ click id)), 43 characters. */
export function signClickToken({ clickId, projectId, key }: ClickTokenInput): string {
  const id = uuidBytes(clickId)
  return Buffer.concat([id, macOf(id, projectId, key)]).toString('base64url')
}

/** Verifies in constant time. Returns the click id; null if malformed, forged or another project's. */
export function verifyClickToken(token: string, projectId: string, key: Uint8Array): string | null {
  if (!TOKEN.test(token) || !isUuid(projectId)) return null
  const bytes = Buffer.from(token, 'base64url')
  // Unused bits of the last character would give one click several tokens.
  if (bytes.toString('base64url') !== token) return null
  const id = bytes.subarray(0, 16)
  const isGenuine = timingSafeEqual(bytes.subarray(16), macOf(id, projectId, key))
  return isGenuine ? uuidFromBytes(id) : null
}

/** The click id in an unverified token: only for finding the project whose key must verify it. Null if malformed. */
export function claimedClickId(token: string): string | null {
  return TOKEN.test(token) ? uuidFromBytes(Buffer.from(token, 'base64url').subarray(0, 16)) : null
}

function macOf(clickIdBytes: Uint8Array, projectId: string, key: Uint8Array): Buffer {
  const named = Buffer.concat([uuidBytes(projectId), clickIdBytes])
  return hmacSha256(key, named).subarray(0, MAC_BYTES)
}
