import type {
  ListCampaignsQuery,
  CampaignStatsBody,
  CampaignStatsQuery,
} from '@throughline/contracts/campaigns'
import * as store from '@throughline/db/links/campaigns'
import { readPage, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentCampaign } from './present-campaign.js'
import { findCampaign } from '@throughline/db/links/campaigns'
import { notFound } from '../../http/mount-routes.js'
import { readCampaignDays, type CampaignDay } from '@throughline/db/links/campaign-stats'
import type { CampaignCall } from './campaign-call.js'

const PER_PAGE = 15

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

export async function getCampaign(call: Call<{ id: number }>): Promise<Answer> {
  const campaign = await findCampaign(call.db, call.project.id, call.params.id)
  if (campaign === null) throw notFound()
  return { status: 200, body: presentCampaign(campaign) }
}

/** Counts a campaign's clicks and installs of the last days in UTC. */
export async function readStats(call: CampaignCall<unknown, CampaignStatsQuery>): Promise<Answer> {
  const { db, project, params, query } = call
  if ((await findCampaign(db, project.id, params.id)) === null) throw notFound()
  const days = await readCampaignDays(db, {
    projectId: project.id,
    id: params.id,
    days: query.days,
  })
  const body: CampaignStatsBody = {
    total_clicks: total(days, 'clicks'),
    unique_clicks: total(days, 'uniques'),
    clicks_per_day: perDay(days, 'clicks'),
    installs: total(days, 'installs'),
    installs_per_day: perDay(days, 'installs'),
  }
  return { status: 200, body }
}

type Figure = Exclude<keyof CampaignDay, 'date'>

function total(days: CampaignDay[], figure: Figure): number {
  return days.reduce((sum, day) => sum + day[figure], 0)
}

function perDay(days: CampaignDay[], figure: Figure): { date: string; count: number }[] {
  return days.map((day) => ({ date: day.date, count: day[figure] }))
}
