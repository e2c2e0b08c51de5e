import type { DomainWire } from '@throughline/contracts/domains'
import { formatTimestamp } from '@throughline/core/payload'
import type { DomainRecord } from '@throughline/db/domains'
import { proofOf } from '../../domains/check-domain.js'

export function presentDomain(domain: DomainRecord): DomainWire {
  return {
    id: domain.id,
    host: domain.host,
    status: domain.provedAt === null ? 'pending' : 'proved',
    checked_at: domain.checkedAt === null ? null : formatTimestamp(domain.checkedAt),
    problem: domain.problem,
    record: proofOf(domain.host, domain.projectId),
    created_at: formatTimestamp(domain.createdAt),
  }
}
