import { campaign as schema, type CampaignBody } from '@throughline/contracts/campaigns'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { CampaignRecord } from '@throughline/db/links/campaigns'
import { utmOf } from '../../domain/links/utm.js'
import { formatDate } from './calendar-date.js'

export function presentCampaign(campaign: CampaignRecord): CampaignBody {
  return {
    id: campaign.id,
    name: campaign.name,
    status: schema.shape.status.parse(campaign.status),
    description: campaign.description,
    ...utmOf(campaign),
    start_date: formatDate(campaign.startDate),
    end_date: formatDate(campaign.endDate),
    created_by: schema.shape.created_by.parse(campaign.createdBy),
    project_id: campaign.projectId,
    created_at: formatTimestamp(campaign.createdAt),
    updated_at: formatTimestamp(campaign.updatedAt),
    version: campaign.version,
  }
}
