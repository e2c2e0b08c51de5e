import {
  campaign,
  campaignPage,
  createCampaignBody,
  listCampaignsQuery,
  updateCampaignBody,
} from '@throughline/contracts/campaigns'
import { stats, statsQuery } from '@throughline/contracts/stats'
import { deletedRecord } from '@throughline/contracts/webhook'
import { CSV_TYPES } from '../../http/csv.js'
import { route } from '../../http/route.js'
import { createCampaign } from './create-campaign.js'
import { deleteCampaign, updateCampaign } from './update-campaign.js'
import { getCampaign, listCampaigns, readStats } from './read-campaigns.js'

export const campaignRoutes = [
  route({
    method: 'post',
    path: '/api/campaigns',
    summary: 'Create a campaign',
    description:
      'A campaign groups links and gives them its name and its UTM values. `status` and the dates are informational and have no effect. Assign links to it with their `campaign_id`.',
    tag: 'Campaigns',
    access: 'campaigns:write',
    isCreate: true,
    body: createCampaignBody,
    example: {
      name: 'Spring sale',
      status: 'active',
      utm_source: 'newsletter',
      utm_medium: 'email',
      utm_campaign: 'spring-sale',
      start_date: '2026-03-01',
      end_date: '2026-03-31',
    },
    answers: { 201: { description: 'The campaign', schema: campaign } },
    run: createCampaign,
  }),
  route({
    method: 'get',
    path: '/api/campaigns',
    summary: 'List campaigns, newest first',
    description:
      'Returns the campaigns of the project, 15 per page by default. All given filters must match. To get the next page, send `cursor` or `page`.',
    tag: 'Campaigns',
    access: 'campaigns:read',
    query: listCampaignsQuery,
    answers: { 200: { description: 'A page of campaigns', schema: campaignPage } },
    run: listCampaigns,
  }),
  route({
    method: 'get',
    path: '/api/campaigns/:id',
    summary: 'Read a campaign',
    description:
      'Returns one campaign with its UTM values. `GET /api/campaigns/{id}/stats` counts its clicks and installs.',
    tag: 'Campaigns',
    access: 'campaigns:read',
    params: { id: 'integer' },
    answers: { 200: { description: 'The campaign', schema: campaign } },
    run: getCampaign,
  }),
  route({
    method: 'put',
    path: '/api/campaigns/:id',
    summary: 'Change a campaign',
    description:
      'Omitted fields keep their value, and null clears a nullable field. New values apply to later clicks of the campaign’s links and do not change sent payloads. With the project setting `sdk_writes: own`, the project key alone can change only campaigns that it created; for others, the response is 403 `not_created_by_sdk`. If the campaign has another version than `If-Match` names, the response is 412.',
    tag: 'Campaigns',
    access: 'campaigns:write',
    params: { id: 'integer' },
    isConditional: true,
    body: updateCampaignBody,
    example: { status: 'paused', description: 'Paused until the new landing page is ready' },
    answers: { 200: { description: 'The campaign', schema: campaign } },
    run: updateCampaign,
  }),
  route({
    method: 'delete',
    path: '/api/campaigns/:id',
    summary: 'Delete or archive a campaign',
    description:
      'Deletes the campaign. Its links continue to work without the campaign’s name and UTM values. A call with the project key alone archives the campaign instead, so that an app cannot destroy data.',
    tag: 'Campaigns',
    access: 'campaigns:write',
    params: { id: 'integer' },
    answers: { 200: { description: 'The deleted or archived campaign', schema: deletedRecord } },
    run: deleteCampaign,
  }),
  route({
    method: 'get',
    path: '/api/campaigns/:id/stats',
    summary: 'Count a campaign’s clicks and installs by day',
    description:
      'Returns clicks, unique clicks and attributed installs of the campaign’s links, with one entry for each day. Send `days`, or `from` and `to`, and the time zone `tz` of the days. With an admin token, `group_by` adds counts by country, platform or another dimension. `compare=true` adds the same number of previous days.',
    tag: 'Campaigns',
    access: 'campaigns:read',
    ticket: 'csv',
    params: { id: 'integer' },
    query: statsQuery,
    answers: {
      200: { description: 'Totals, and counts per day', schema: stats, contentTypes: CSV_TYPES },
    },
    run: readStats,
  }),
]
