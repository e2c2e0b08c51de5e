import { formatFingerprint, type FingerprintParts } from '@throughline/core/matching/fingerprint'

/** A screen in portrait: browsers report a rotated phone either way. */
export function upright(width: number, height: number): { width: number; height: number } {
  return { width: Math.min(width, height), height: Math.max(width, height) }
}

/** The normalized fingerprint, equal for installs and queries. */
export function normalFingerprint(parts: FingerprintParts & { address: string }): string {
  return formatFingerprint({ ...parts, ...upright(parts.width, parts.height) })
}
