import type { ListCampaignsQuery } from '@throughline/contracts/campaigns'
import type { StatsQuery } from '@throughline/contracts/stats'
import { domainError } from '@throughline/core/lib/errors'
import * as store from '@throughline/db/links/campaigns'
import { readMeta, readPage, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentCampaign } from './present-campaign.js'
import { findCampaign } from '@throughline/db/links/campaigns'
import { notFound } from '../../http/path-params.js'
import { statsCsv } from '../../http/csv.js'
import { readStatsOf } from '../../domain/stats/read-stats.js'
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
  const meta = await readMeta(page, rows, (limit) => store.countCampaigns(db, filter, limit))
  return { status: 200, body: { ...toPage(rows, page.size, presentCampaign), meta } }
}

export async function getCampaign(call: Call<{ id: number }>): Promise<Answer> {
  const campaign = await findCampaign(call.db, call.project.id, call.params.id)
  if (campaign === null) throw notFound()
  return { status: 200, body: presentCampaign(campaign) }
}

/** The public project key alone may read the totals of a campaign, but not the counts by dimension. */
export async function readStats(call: CampaignCall<unknown, StatsQuery>): Promise<Answer> {
  const { db, project, params, query, actor } = call
  if (query.group_by !== undefined && actor.kind === 'sdk')
    throw domainError('forbidden', 'Send an admin token to use group_by.')
  if ((await findCampaign(db, project.id, params.id)) === null) throw notFound()
  const subject = { kind: 'campaign', projectId: project.id, id: params.id } as const
  const body = await readStatsOf(db, subject, query)
  return query.format === 'csv' ? statsCsv(body) : { status: 200, body }
}
