import type { Api } from '../http/api.js'
import { readUtm } from '../links/read-link-values.js'
import type { Campaign, CampaignForm, CampaignStats, CampaignStatus } from '../records.js'
import { asObject, date, integer, text, toWire, type Wire } from '../wire.js'

const CAMPAIGNS = '/api/campaigns'

/** All campaigns of the project, or those of one status, newest first. */
export async function listCampaigns(api: Api, status?: CampaignStatus): Promise<Campaign[]> {
  const filter = status === undefined ? '' : `&status=${encodeURIComponent(status)}`
  const campaigns: Campaign[] = []
  for (let cursor: string | null = ''; cursor !== null;) {
    const from = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`
    const page: Wire = await api({ method: 'GET', path: `${CAMPAIGNS}?limit=100${filter}${from}` })
    campaigns.push(...objects(page['data']).map(readCampaign))
    cursor = text(page, 'next_cursor')
  }
  return campaigns
}

/** One campaign. */
export async function readOneCampaign(api: Api, id: number): Promise<Campaign> {
  return readCampaign(await api({ method: 'GET', path: `${CAMPAIGNS}/${id}` }))
}

/** Clicks of the last days, today in UTC included. */
export async function readCampaignStats(
  api: Api,
  id: number,
  days: number,
): Promise<CampaignStats> {
  const stats = await api({ method: 'GET', path: `${CAMPAIGNS}/${id}/stats?days=${days}` })
  return {
    totalClicks: integer(stats, 'total_clicks') ?? 0,
    clicksPerDay: objects(stats['clicks_per_day']).flatMap((day) => {
      const at = date(day, 'date')
      return at === null ? [] : { date: at, count: integer(day, 'count') ?? 0 }
    }),
  }
}

/** Makes a campaign; under the key, once, however often it is sent. */
export async function createCampaign(
  api: Api,
  form: CampaignForm,
  idempotencyKey: string,
): Promise<Campaign> {
  const body = toWire(form)
  return readCampaign(await api({ method: 'POST', path: CAMPAIGNS, body, idempotencyKey }))
}

/** Changes what the form names; null clears. */
export async function updateCampaign(
  api: Api,
  id: number,
  form: Partial<CampaignForm>,
): Promise<Campaign> {
  const body = toWire(form)
  return readCampaign(await api({ method: 'PUT', path: `${CAMPAIGNS}/${id}`, body }))
}

/** Archives a campaign, which is what the service does for a key alone. */
export async function deleteCampaign(api: Api, id: number): Promise<void> {
  await api({ method: 'DELETE', path: `${CAMPAIGNS}/${id}` })
}

function readCampaign(wire: Wire): Campaign {
  return {
    id: integer(wire, 'id') ?? 0,
    name: text(wire, 'name') ?? '',
    // A status that a later service knows is passed on as it came.
    status: (text(wire, 'status') ?? 'draft') as CampaignStatus,
    description: text(wire, 'description'),
    ...readUtm(wire),
    startDate: date(wire, 'start_date'),
    endDate: date(wire, 'end_date'),
    createdAt: date(wire, 'created_at') ?? new Date(0),
    updatedAt: date(wire, 'updated_at') ?? new Date(0),
  }
}

function objects(list: unknown): Wire[] {
  return Array.isArray(list) ? list.flatMap((item: unknown) => asObject(item) ?? []) : []
}
