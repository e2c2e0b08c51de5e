import { keyedHash } from '@throughline/core/security/keyed-hash'
import {
  isPrivateAddress,
  matchAddress,
  normalizeAddress,
} from '@throughline/core/net/network-address'

export interface AddressHashes {
  ipHash: Buffer | null
  /** Hash of the address for matching: the IPv4 address, or the IPv6 /64. */
  ipPrefixHash: Buffer | null
}

interface AddressKey {
  addressHash: Uint8Array
}

/** Returns the hash of a fingerprint formatted by `formatFingerprint`; it is equal for install and query. */
export function fingerprintHash(keys: AddressKey, projectId: string, fingerprint: string): Buffer {
  return keyedHash(keys.addressHash, `fingerprint:${projectId}`, fingerprint)
}

export interface Hashing {
  config: { isProduction: boolean }
  keys: AddressKey
}

/**
 * Returns null for a text that is not an address and, in production, for a private address (docs/api-contract.md,
 * "Addresses").
 */
export function addressHashes(ctx: Hashing, projectId: string, address: string): AddressHashes {
  const ipPrefixHash = addressPrefixHash(ctx, projectId, address)
  const whole = ipPrefixHash === null ? null : normalizeAddress(address)
  const ipHash =
    whole === null ? null : keyedHash(ctx.keys.addressHash, `address:${projectId}`, whole)
  return { ipHash, ipPrefixHash }
}

/** Returns only the prefix hash, because a click stores no other hash. */
export function addressPrefixHash(
  { config, keys }: Hashing,
  projectId: string,
  address: string,
): Buffer | null {
  const same = matchAddress(address)
  if (same === null || (config.isProduction && isPrivateAddress(address))) return null
  return keyedHash(keys.addressHash, `address-prefix:${projectId}`, same)
}
