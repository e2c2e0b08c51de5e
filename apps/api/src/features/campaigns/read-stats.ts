import type { CampaignStatsBody, CampaignStatsQuery } from '@throughline/contracts/campaigns'
import { readCampaignDays, type CampaignDay } from '@throughline/db/links/campaign-stats'
import { findCampaign } from '@throughline/db/links/campaigns'
import { notFound } from '../../http/mount-routes.js'
import type { Answer } from '../../http/route.js'
import type { CampaignCall } from './campaign-call.js'

/** Counts a campaign's clicks and installs over the last days, UTC. */
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
