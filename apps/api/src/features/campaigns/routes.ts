import {
  campaign,
  campaignPage,
  campaignStats,
  campaignStatsQuery,
  createCampaignBody,
  listCampaignsQuery,
  updateCampaignBody,
} from '@throughline/contracts/campaigns'
import { deletedRecord } from '@throughline/contracts/webhook'
import { route } from '../../http/route.js'
import { createCampaign } from './create-campaign.js'
import { deleteCampaign, updateCampaign } from './update-campaign.js'
import { getCampaign, listCampaigns, readStats } from './read-campaigns.js'

export const campaignRoutes = [
  route({
    method: 'post',
    path: '/api/campaigns',
    summary: 'Create a campaign',
    tag: 'Campaigns',
    access: 'campaigns:write',
    isCreate: true,
    body: createCampaignBody,
    answers: { 201: { description: 'The campaign', schema: campaign } },
    run: createCampaign,
  }),
  route({
    method: 'get',
    path: '/api/campaigns',
    summary: 'List campaigns, newest first',
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
    tag: 'Campaigns',
    access: 'campaigns:read',
    params: { id: 'integer' },
    answers: { 200: { description: 'The campaign', schema: campaign } },
    run: getCampaign,
  }),
  route({
    method: 'put',
    path: '/api/campaigns/:id',
    summary:
      'Change a campaign and its links. With sdk_writes own, the project key alone changes only what it created (403 not_created_by_sdk)',
    tag: 'Campaigns',
    access: 'campaigns:write',
    params: { id: 'integer' },
    body: updateCampaignBody,
    answers: { 200: { description: 'The campaign', schema: campaign } },
    run: updateCampaign,
  }),
  route({
    method: 'delete',
    path: '/api/campaigns/:id',
    summary:
      'Delete a campaign; with the project key alone, archive it. Its links continue to work',
    tag: 'Campaigns',
    access: 'campaigns:write',
    params: { id: 'integer' },
    answers: { 200: { description: 'The deleted or archived campaign', schema: deletedRecord } },
    run: deleteCampaign,
  }),
  route({
    method: 'get',
    path: '/api/campaigns/:id/stats',
    summary: 'Count clicks and installs of the last days',
    tag: 'Campaigns',
    access: 'campaigns:read',
    params: { id: 'integer' },
    query: campaignStatsQuery,
    answers: { 200: { description: 'Totals, and counts per UTC day', schema: campaignStats } },
    run: readStats,
  }),
]
