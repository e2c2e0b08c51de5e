import { normalizeAddress } from '../net/network-address.js'

export { normalizeAddress } from '../net/network-address.js'

export type FingerprintOs = 'iOS' | 'Android'

export type FingerprintParts = {
  /** null when the text named no address; the server puts the connection's in its place. */
  address: string | null
  os: FingerprintOs
  osVersion: string
  /** Logical points, not pixels. */
  width: number
  height: number
}

const MAX_LENGTH = 128
const SHAPE = /^([^-]*)-(iOS|Android)-(\d+(?:\.\d+){0,3})-([1-9]\d{0,4})x([1-9]\d{0,4})$/

/**
 * The fingerprint string `{IP}-{OS}-{OSVersion}-{Width}x{Height}`, e.g.
 * `203.0.113.5-iOS-17.4-390x840`. The address is written in its one normal form.
 */
export function formatFingerprint(parts: FingerprintParts & { address: string }): string {
  const address = normalizeAddress(parts.address) ?? parts.address
  return `${address}-${parts.os}-${parts.osVersion}-${parts.width}x${parts.height}`
}

/**
 * Reads a fingerprint string. No address holds a hyphen, so the parts are never in doubt.
 *
 * @returns null when the text has another shape; an address that is none comes back as null
 */
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
