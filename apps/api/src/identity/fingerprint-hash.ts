import { keyedHash } from '@throughline/core/keyed-hash'
import { isPrivateAddress, matchAddress, normalizeAddress } from '@throughline/core/network-address'
import type { AppContext } from '../context.js'

/** How clicks, visits and installs are found again by address without an address being kept. */
export interface AddressHashes {
  /** Of the address itself. */
  ipHash: Buffer | null
  /** Of what counts as the same address: IPv4 itself, IPv6 its /64 (contract §7). */
  ipPrefixHash: Buffer | null
}

type AddressKey = Pick<AppContext['keys'], 'addressHash'>

/** The hash of a fingerprint string as `formatFingerprint` wrote it; the same for an install and a query. */
export function fingerprintHash(keys: AddressKey, projectId: string, fingerprint: string): Buffer {
  return keyedHash(keys.addressHash, `fingerprint:${projectId}`, fingerprint)
}

/**
 * The hashes of a peer address; nulls for text that is no address and, in production, for a private one,
 * which is no signal and no key (contract §7).
 */
export function addressHashes(
  ctx: { config: Pick<AppContext['config'], 'isProduction'>; keys: AddressKey },
  projectId: string,
  address: string,
): AddressHashes {
  const whole = normalizeAddress(address)
  const same = matchAddress(address)
  if (whole === null || same === null || (ctx.config.isProduction && isPrivateAddress(address)))
    return { ipHash: null, ipPrefixHash: null }
  return {
    ipHash: keyedHash(ctx.keys.addressHash, `address:${projectId}`, whole),
    ipPrefixHash: keyedHash(ctx.keys.addressHash, `address-prefix:${projectId}`, same),
  }
}
