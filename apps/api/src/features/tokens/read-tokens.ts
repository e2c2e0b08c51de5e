import type { ListTokensQuery, TokenWire } from '@throughline/contracts/tokens'
import { listAdminTokens, type AdminTokenRecord } from '@throughline/db/projects/admin-tokens'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { formatTimestamp } from '@throughline/core/webhooks/payload'

export async function listTokens(call: Call<object, ListTokensQuery>): Promise<Answer> {
  const { db, project, query } = call
  const rows = await listAdminTokens(db, {
    projectId: project.id,
    beforeId: readIntegerCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentToken) }
}

export function presentToken(token: AdminTokenRecord): TokenWire {
  return {
    id: token.id,
    name: token.name,
    abilities: token.abilities,
    parent_id: token.parentId,
    user_id: token.userId,
    expires_at: token.expiresAt === null ? null : formatTimestamp(token.expiresAt),
    last_used_at: token.lastUsedAt === null ? null : formatTimestamp(token.lastUsedAt),
    created_at: formatTimestamp(token.createdAt),
  }
}
