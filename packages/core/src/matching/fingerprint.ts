import { normalizeAddress } from '../net/network-address.js'

export { normalizeAddress } from '../net/network-address.js'

/** The query by fingerprint looks back this far (docs/api-contract.md, "Attribution queries"). */
export const FINGERPRINT_DAYS = 30

export type FingerprintOs = 'iOS' | 'Android'

export type FingerprintParts = {
  /** Null if the text contains no address; the server uses the connection's. */
  address: string | null
  os: FingerprintOs
  osVersion: string
  width: number
  height: number
}

const MAX_LENGTH = 128
const SHAPE = /^([^-]*)-(iOS|Android)-(\d+(?:\.\d+){0,3})-([1-9]\d{0,4})x([1-9]\d{0,4})$/

/** Formats `{IP}-{OS}-{OSVersion}-{Width}x{Height}`, such as `203.0.113.5-iOS-17.4-390x840`. */
export function formatFingerprint(parts: FingerprintParts & { address: string }): string {
  const address = normalizeAddress(parts.address) ?? parts.address
  return `${address}-${parts.os}-${parts.osVersion}-${parts.width}x${parts.height}`
}

/** Unambiguous, because no address contains a hyphen. Null for another form; an invalid address becomes null. */
export function parseFingerprint(text: string): FingerprintParts | null {
  if (text.length > MAX_LENGTH) return null
  const [, address = '', os, osVersion = '', width, height] = SHAPE.exec(text) ?? []
  if (os !== 'iOS' && os !== 'Android') return null
  return {
    address: normalizeAddress(address),
    os,
    osVersion,
    width: Number(width),
    height: Number(height),
  }
}
