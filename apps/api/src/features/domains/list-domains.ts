import type { ListDomainsQuery } from '@throughline/contracts/domains'
import { listDomains as listRows } from '@throughline/db/projects/domains'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentDomain } from './present-domain.js'

export async function listDomains(call: Call<object, ListDomainsQuery>): Promise<Answer> {
  const { db, project, query } = call
  const rows = await listRows(db, {
    projectId: project.id,
    beforeId: readIntegerCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentDomain) }
}
