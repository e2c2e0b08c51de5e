import { findCampaign } from '@throughline/db/links/campaigns'
import { notFound } from '../../http/mount-routes.js'
import type { Answer, Call } from '../../http/route.js'
import { presentCampaign } from './present-campaign.js'

export async function getCampaign(call: Call<{ id: number }>): Promise<Answer> {
  const campaign = await findCampaign(call.db, call.project.id, call.params.id)
  if (campaign === null) throw notFound()
  return { status: 200, body: presentCampaign(campaign) }
}
