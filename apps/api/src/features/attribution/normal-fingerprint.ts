import { formatFingerprint, type FingerprintParts } from '@throughline/core/matching/fingerprint'

export function upright(width: number, height: number): { width: number; height: number } {
  return { width: Math.min(width, height), height: Math.max(width, height) }
}

export function normalFingerprint(parts: FingerprintParts & { address: string }): string {
  return formatFingerprint({ ...parts, ...upright(parts.width, parts.height) })
}
