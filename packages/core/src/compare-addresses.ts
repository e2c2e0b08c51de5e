import { agrees, NOT_COMPARABLE } from './match-comparison.js'
import type { ClickCandidate, Comparison, MatchInput } from './match-types.js'
import { ADDRESS_POINTS, NETWORK_POINTS } from './match-weights.js'

/**
 * Compares the addresses of install and click. Candidates have the same IPv4 address or /64, or they are none (contract
 * §7); an address that strangers share agrees with nobody.
 */
export function compareAddresses(
  input: Pick<MatchInput, 'isAddressShared'>,
  click: Pick<ClickCandidate, 'sameAddress' | 'sameFullAddress'>,
): Comparison {
  if (input.isAddressShared || !click.sameAddress) return NOT_COMPARABLE
  return agrees(click.sameFullAddress ? ADDRESS_POINTS : NETWORK_POINTS, ADDRESS_POINTS)
}
