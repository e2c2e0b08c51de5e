import {
  formatFingerprint,
  parseFingerprint,
  type FingerprintParts,
} from '@throughline/core/matching/fingerprint'
import { fingerprintHash } from '../clicks/address-hash.js'

export function upright(width: number, height: number): { width: number; height: number } {
  return { width: Math.min(width, height), height: Math.max(width, height) }
}

export function normalFingerprint(parts: FingerprintParts & { address: string }): string {
  return formatFingerprint({ ...parts, ...upright(parts.width, parts.height) })
}

/** Returns the key under which a fingerprint is stored; null for another format or without an address. */
export function hashOfFingerprint(
  keys: Parameters<typeof fingerprintHash>[0],
  projectId: string,
  text: string,
): Buffer<ArrayBuffer> | null {
  const parts = parseFingerprint(text)
  const address = parts?.address ?? null
  if (parts === null || address === null) return null
  return Buffer.from(fingerprintHash(keys, projectId, normalFingerprint({ ...parts, address })))
}
