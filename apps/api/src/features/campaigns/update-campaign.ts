import type { UpdateCampaignBody } from '@throughline/contracts/campaigns'
import { fieldError } from '@throughline/core/lib/errors'
import {
  updateCampaign as updateRow,
  type CampaignChanges,
  type CampaignRecord,
  deleteCampaign as deleteRow,
} from '@throughline/db/links/campaigns'
import { notifyCampaignChange } from '@throughline/db/links/link-changes'
import { SERVED_CAMPAIGN_FIELDS } from '../../domain/links/served-link.js'
import { requireVersion } from '../../http/if-match.js'
import { givenFields } from '../../http/given-fields.js'
import type { Answer } from '../../http/route.js'
import { toDate } from './calendar-date.js'
import { auditCampaign, requireLockedCampaign, type CampaignCall } from './campaign-call.js'
import { presentCampaign } from './present-campaign.js'

export async function updateCampaign(call: CampaignCall<UpdateCampaignBody>): Promise<Answer> {
  const { db } = call
  const before = await requireLockedCampaign(call)
  requireVersion(call, before)
  const changes = toChanges(call.body)
  checkDates(before, changes)
  const campaign = await updateRow(db, before.id, changes)
  await auditCampaign(call, 'update', { fields: Object.keys(givenFields(call.body)) })
  // A notification costs a lookup of every link of the project.
  if (SERVED_CAMPAIGN_FIELDS.some((name) => campaign[name] !== before[name]))
    await notifyCampaignChange(db, call.project.id)
  return { status: 200, body: presentCampaign(campaign) }
}

function toChanges(body: UpdateCampaignBody): CampaignChanges {
  return givenFields({
    name: body.name,
    status: body.status,
    description: body.description,
    utmSource: body.utm_source,
    utmMedium: body.utm_medium,
    utmCampaign: body.utm_campaign,
    utmTerm: body.utm_term,
    utmContent: body.utm_content,
    startDate: toDate(body.start_date),
    endDate: toDate(body.end_date),
  })
}

/** Reports the error at the field that the caller sent. */
function checkDates(before: CampaignRecord, changes: CampaignChanges): void {
  const { startDate, endDate } = { ...before, ...changes }
  if (startDate === null || endDate === null || startDate <= endDate) return
  if (changes.endDate === undefined && changes.startDate === undefined) return
  throw changes.endDate === undefined
    ? fieldError('start_date', 'must not be after end_date')
    : fieldError('end_date', 'must not be before start_date')
}

/** Deletes a campaign, but not its links. The project key alone, which apps contain, only archives it. */
export async function deleteCampaign(call: CampaignCall): Promise<Answer> {
  const { id } = await requireLockedCampaign(call)
  if (call.actor.kind === 'sdk') {
    await updateRow(call.db, id, { status: 'archived' })
    await auditCampaign(call, 'archive')
  } else {
    await deleteRow(call.db, id)
    await auditCampaign(call, 'delete')
    await notifyCampaignChange(call.db, call.project.id)
  }
  return { status: 200, body: { id, deleted: true } }
}
