import { timingSafeEqual } from 'node:crypto'
import { hmacSha256 } from '../security/hmac-sha256.js'
import { isUuid, uuidBytes, uuidFromBytes } from '../lib/ids.js'

const MAC_BYTES = 16
const TOKEN = /^[A-Za-z0-9_-]{48}$/

/** Separates these MACs from all others, even if a key is shared by mistake. */
const LABEL = Buffer.from('throughline visit token v1\0')

export type ReportTokenInput = {
  clickId: string
  projectId: string
  expiresAtSeconds: number
  key: Uint8Array
}

/** base64url(click id ‖ expiry in 4 bytes ‖ 16 bytes of MAC), 48 characters. The caller ensures its single use. */
export function signReportToken(input: ReportTokenInput): string {
  const content = Buffer.alloc(20)
  content.set(uuidBytes(input.clickId))
  content.writeUInt32BE(input.expiresAtSeconds, 16)
  return Buffer.concat([content, macOf(content, input)]).toString('base64url')
}

/** Verifies in constant time. Returns the click id; null if malformed, forged, expired or another project's. */
export function verifyReportToken(
  token: string,
  context: { projectId: string; key: Uint8Array; now: Date },
): string | null {
  if (!TOKEN.test(token) || !isUuid(context.projectId)) return null
  const bytes = Buffer.from(token, 'base64url')
  const content = bytes.subarray(0, 20)
  if (!timingSafeEqual(bytes.subarray(20), macOf(content, context))) return null
  const isExpired = context.now.getTime() >= content.readUInt32BE(16) * 1000
  return isExpired ? null : uuidFromBytes(content.subarray(0, 16))
}

function macOf(
  content: Uint8Array,
  { projectId, key }: { projectId: string; key: Uint8Array },
): Buffer {
  const named = Buffer.concat([LABEL, uuidBytes(projectId), content])
  return hmacSha256(key, named).subarray(0, MAC_BYTES)
}
