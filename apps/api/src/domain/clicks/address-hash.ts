import { keyedHash } from '@throughline/core/security/keyed-hash'
import {
  isPrivateAddress,
  matchAddress,
  normalizeAddress,
} from '@throughline/core/net/network-address'

/** How clicks, visits and installs are found again by address without an address being kept. */
export interface AddressHashes {
  /** Of the address itself. */
  ipHash: Buffer | null
  /** Of what counts as the same address: IPv4 itself, IPv6 its /64. */
  ipPrefixHash: Buffer | null
}

interface AddressKey {
  addressHash: Uint8Array
}

/** The hash of a fingerprint string as `formatFingerprint` wrote it; the same for an install and a query. */
export function fingerprintHash(keys: AddressKey, projectId: string, fingerprint: string): Buffer {
  return keyedHash(keys.addressHash, `fingerprint:${projectId}`, fingerprint)
}

/** What hashing an address needs. */
export interface Hashing {
  config: { isProduction: boolean }
  keys: AddressKey
}

/**
 * The hashes of a peer address; nulls for text that is no address and, in production, for a private one,
 * which is no signal and no key (docs/api-contract.md, "Addresses").
 */
export function addressHashes(ctx: Hashing, projectId: string, address: string): AddressHashes {
  const ipPrefixHash = addressPrefixHash(ctx, projectId, address)
  const whole = ipPrefixHash === null ? null : normalizeAddress(address)
  const ipHash =
    whole === null ? null : keyedHash(ctx.keys.addressHash, `address:${projectId}`, whole)
  return { ipHash, ipPrefixHash }
}

/** The second of them alone, which is all that a click keeps. */
export function addressPrefixHash(
  { config, keys }: Hashing,
  projectId: string,
  address: string,
): Buffer | null {
  const same = matchAddress(address)
  if (same === null || (config.isProduction && isPrivateAddress(address))) return null
  return keyedHash(keys.addressHash, `address-prefix:${projectId}`, same)
}
