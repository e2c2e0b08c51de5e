import {
  addressAdvice,
  proofOf,
  proofProblem,
  type ClaimedDomain,
} from '@throughline/core/domain-proof'
import type { DomainCheck } from '@throughline/db/domains'
import { lookUpDomain, type DomainResolver } from '@throughline/runtime/domain-dns'

/**
 * Looks whether the TXT record proves the host for the project, and whether the host leads here. Never rejects; takes
 * 3 s at most. The second is advice alone.
 */
export async function checkDomain(
  resolver: DomainResolver,
  domain: ClaimedDomain,
): Promise<DomainCheck> {
  const { host, linkHost } = domain
  const seen = await lookUpDomain(resolver, { proof: proofOf(domain).name, host, linkHost })
  const problem = proofProblem(domain, seen)
  return problem === null
    ? { isProved: true, problem: addressAdvice(domain, seen) }
    : { isProved: false, problem }
}
