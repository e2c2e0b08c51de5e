import type { ListCampaignsQuery } from '@throughline/contracts/campaigns'
import * as store from '@throughline/db/links/campaigns'
import { readPage, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentCampaign } from './present-campaign.js'

/** Fewer than of other lists. */
const PER_PAGE = 15

/** Lists campaigns, newest first, by cursor or by number; both kinds answer next_cursor and meta. */
export async function listCampaigns(call: Call<object, ListCampaignsQuery>): Promise<Answer> {
  const { db, project, query } = call
  const filter = {
    projectId: project.id,
    status: query.status || null,
    search: query.search || null,
  }
  const page = readPage(query, PER_PAGE)
  const rows = await store.listCampaigns(db, filter, {
    take: page.size + 1,
    skip: (page.number - 1) * page.size,
    beforeId: page.beforeId,
  })
  const total = await store.countCampaigns(db, filter)
  const meta = { page: page.number, per_page: page.size, total }
  return { status: 200, body: { ...toPage(rows, page.size, presentCampaign), meta } }
}
