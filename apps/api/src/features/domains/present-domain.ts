import type { DomainWire } from '@throughline/contracts/domains'
import { proofOf } from '@throughline/core/net/domain-proof'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { DomainRecord } from '@throughline/db/projects/domains'

export function presentDomain(domain: DomainRecord): DomainWire {
  return {
    id: domain.id,
    host: domain.host,
    status: domain.provedAt === null ? 'pending' : 'proved',
    checked_at: domain.checkedAt === null ? null : formatTimestamp(domain.checkedAt),
    problem: domain.problem,
    record: proofOf(domain),
    created_at: formatTimestamp(domain.createdAt),
  }
}
