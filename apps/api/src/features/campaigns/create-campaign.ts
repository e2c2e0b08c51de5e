import type { CreateCampaignBody } from '@throughline/contracts/campaigns'
import { writeAudit } from '@throughline/db/projects/audit'
import { insertCampaign } from '@throughline/db/links/campaigns'
import { auditActor, creatorOf } from '../../http/access.js'
import type { Answer, Call } from '../../http/route.js'
import { utmColumns } from '../../domain/links/utm.js'
import { toDate } from './calendar-date.js'
import { presentCampaign } from './present-campaign.js'

export async function createCampaign(
  call: Call<object, unknown, CreateCampaignBody>,
): Promise<Answer> {
  const { body, db, project } = call
  const campaign = await insertCampaign(db, {
    projectId: project.id,
    name: body.name,
    status: body.status,
    description: body.description ?? null,
    ...utmColumns(body),
    startDate: toDate(body.start_date ?? null),
    endDate: toDate(body.end_date ?? null),
    createdBy: creatorOf(call.actor),
  })
  await writeAudit(db, {
    projectId: project.id,
    ...auditActor(call.actor),
    action: 'campaign.create',
    target: `campaign:${campaign.id}`,
  })
  return {
    status: 201,
    headers: { Location: `/api/campaigns/${campaign.id}` },
    body: presentCampaign(campaign),
  }
}
