import type { ListDomainsQuery, DomainWire } from '@throughline/contracts/domains'
import { listDomains as listRows, type DomainRecord } from '@throughline/db/projects/domains'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { listProvedDomains } from '@throughline/db/projects/projects'
import { linkHostOf, withLinkPort } from '../../domain/links/hosts.js'
import { proofOf } from '@throughline/core/net/domain-proof'
import { formatTimestamp } from '@throughline/core/webhooks/payload'

export async function listDomains(call: Call<object, ListDomainsQuery>): Promise<Answer> {
  const { db, project, query } = call
  const rows = await listRows(db, {
    projectId: project.id,
    beforeId: readIntegerCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentDomain) }
}

export async function listLinkDomains({ ctx, db, project }: Call<object>): Promise<Answer> {
  const proved = await listProvedDomains(db, project.id)
  const custom = proved.map((host) => withLinkPort(ctx.config, host))
  return { status: 200, body: { data: [linkHostOf(ctx.config, project.prefix), ...custom] } }
}

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
