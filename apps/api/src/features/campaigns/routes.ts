import {
  campaign,
  campaignPage,
  createCampaignBody,
  listCampaignsQuery,
} from '@throughline/contracts/campaigns'
import { route } from '../../http/route.js'
import { createCampaign } from './create-campaign.js'
import { getCampaign } from './get-campaign.js'
import { listCampaigns } from './list-campaigns.js'

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
]
