import {
  addressAdvice,
  proofOf,
  proofProblem,
  type ClaimedDomain,
} from '@throughline/core/net/domain-proof'
import type { DomainCheck } from '@throughline/db/projects/domains'
import { lookupDomain, type DomainResolver } from '@throughline/runtime/domain-dns'

/** What a look at a host's DNS found, also of other projects. */
export interface DomainLook extends DomainCheck {
  /** Whether the same answer proves the host for that project as well. */
  isProvedFor(projectId: string): boolean
}

/**
 * Looks whether the TXT record proves the host for the project, and whether the host leads here. Never rejects; takes
 * 3 s at most. The second is advice alone.
 */
export async function checkDomain(
  resolver: DomainResolver,
  domain: ClaimedDomain,
): Promise<DomainLook> {
  const { host, linkHost } = domain
  const seen = await lookupDomain(resolver, { proof: proofOf(domain).name, host, linkHost })
  const problem = proofProblem(domain, seen)
  return {
    isProved: problem === null,
    problem: problem ?? addressAdvice(domain, seen),
    isProvedFor: (projectId) => proofProblem({ ...domain, projectId }, seen) === null,
  }
}
