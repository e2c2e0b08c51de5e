import type { ListCampaignsQuery } from '@throughline/contracts/campaigns'
import * as store from '@throughline/db/campaigns'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentCampaign } from './present-campaign.js'

const DEFAULT_PER_PAGE = 15
const DEFAULT_LIMIT = 20

/**
 * Lists campaigns, newest first. With a limit or a cursor it pages like every list; else by number, 15 a
 * page, so that page 1 is the same whether it was named or not. Both kinds answer next_cursor and meta.
 */
export async function listCampaigns(call: Call<object, ListCampaignsQuery>): Promise<Answer> {
  const { db, project, query } = call
  const filter = {
    projectId: project.id,
    status: query.status ?? null,
    search: query.search || null,
  }
  const page = readPage(query)
  const rows = await store.listCampaigns(db, filter, {
    take: page.size + 1,
    skip: (page.number - 1) * page.size,
    beforeId: page.beforeId,
  })
  const total = await store.countCampaigns(db, filter)
  const meta = { page: page.number, per_page: page.size, total }
  return { status: 200, body: { ...toPage(rows, page.size, presentCampaign), meta } }
}

function readPage(query: ListCampaignsQuery): {
  size: number
  number: number
  beforeId: number | null
} {
  const isByCursor = query.limit !== undefined || query.cursor !== undefined
  if (isByCursor)
    return {
      size: query.limit ?? DEFAULT_LIMIT,
      number: 1,
      beforeId: readIntegerCursor(query.cursor),
    }
  return { size: query.per_page ?? DEFAULT_PER_PAGE, number: query.page ?? 1, beforeId: null }
}
