import { formatFingerprint, type FingerprintParts } from '@throughline/core/matching/fingerprint'

/** A screen held upright: a phone held sideways is the same phone, and browsers report it upright or not. */
export function upright(width: number, height: number): { width: number; height: number } {
  return { width: Math.min(width, height), height: Math.max(width, height) }
}

/** The one text of a fingerprint, under which installs and queries meet. */
export function normalFingerprint(parts: FingerprintParts & { address: string }): string {
  return formatFingerprint({ ...parts, ...upright(parts.width, parts.height) })
}
