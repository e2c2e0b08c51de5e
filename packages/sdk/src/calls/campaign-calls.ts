import type { Api } from '../http/api.js'
import { UTM_NAMES } from '../links/link-values.js'
import type { Campaign, CampaignStats, CampaignStatus, CreateCampaignForm } from '../records.js'
import {
  asList,
  asObject,
  date,
  integer,
  required,
  text,
  texts,
  toWire,
  type Wire,
} from '../wire.js'

export interface CampaignCalls {
  /** All campaigns, or those of one status, newest first. */
  getCampaigns(status?: CampaignStatus): Promise<Campaign[]>
  getCampaign(id: number): Promise<Campaign>
  /** Clicks of the last days including today in UTC; default 30 days. */
  getCampaignStats(id: number, days?: number): Promise<CampaignStats>
  createCampaign(form: CreateCampaignForm): Promise<Campaign>
  /** Changes the given fields only; null clears a field. */
  updateCampaign(id: number, form: Partial<CreateCampaignForm>): Promise<Campaign>
  /** Archives the campaign: the project key, which ships inside apps, cannot delete it. */
  deleteCampaign(id: number): Promise<void>
}

const CAMPAIGNS = '/api/campaigns'
const DEFAULT_STATS_DAYS = 30

export function createCampaignCalls(api: Api, newKey: () => string): CampaignCalls {
  const one = (id: number) => `${CAMPAIGNS}/${id}`
  return {
    getCampaigns: (status) => listCampaigns(api, status),
    getCampaign: (id) => api('GET', one(id)).then(readCampaign),
    getCampaignStats: (id, days = DEFAULT_STATS_DAYS) =>
      api('GET', `${one(id)}/stats?days=${days}`).then(readStats),
    createCampaign: (form) =>
      api('POST', CAMPAIGNS, { body: toWire(form), key: newKey() }).then(readCampaign),
    updateCampaign: (id, form) => api('PUT', one(id), { body: toWire(form) }).then(readCampaign),
    deleteCampaign: (id) => api('DELETE', one(id)).then(() => undefined),
  }
}

function listCampaigns(api: Api, status?: CampaignStatus): Promise<Campaign[]> {
  const filter = status ? `&status=${status}` : ''
  const pagesFrom = async (from: string): Promise<Campaign[]> => {
    const page = await api('GET', `${CAMPAIGNS}?limit=100${filter}${from}`)
    const campaigns = asList(page['data']).map(readCampaign)
    const cursor = text(page, 'next_cursor')
    if (cursor === null) return campaigns
    return [...campaigns, ...(await pagesFrom(`&cursor=${encodeURIComponent(cursor)}`))]
  }
  return pagesFrom('')
}

function readCampaign(record: unknown): Campaign {
  const wire = asObject(record) ?? {}
  return {
    id: required(integer(wire, 'id')),
    name: required(text(wire, 'name')),
    // A status of a later service version is passed through.
    status: required(text(wire, 'status')) as CampaignStatus,
    ...texts(wire, ['description', ...UTM_NAMES]),
    startDate: date(wire, 'start_date'),
    endDate: date(wire, 'end_date'),
    createdAt: required(date(wire, 'created_at')),
    updatedAt: required(date(wire, 'updated_at')),
  }
}

function readStats(stats: Wire): CampaignStats {
  return {
    totalClicks: required(integer(stats, 'total_clicks')),
    clicksPerDay: asList(stats['clicks_per_day']).map((record) => {
      const day = asObject(record) ?? {}
      return { date: required(date(day, 'date')), count: required(integer(day, 'count')) }
    }),
  }
}
