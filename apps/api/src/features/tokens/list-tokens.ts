import type { ListTokensQuery } from '@throughline/contracts/tokens'
import { listAdminTokens } from '@throughline/db/projects/admin-tokens'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentToken } from './present-token.js'

export async function listTokens(call: Call<object, ListTokensQuery>): Promise<Answer> {
  const { db, project, query } = call
  const rows = await listAdminTokens(db, {
    projectId: project.id,
    beforeId: readIntegerCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentToken) }
}
