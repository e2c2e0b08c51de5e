import { writeAudit } from '@throughline/db/audit'
import { lockCampaign, type CampaignRecord } from '@throughline/db/campaigns'
import { credentialOf } from '../../http/authenticate.js'
import { notFound } from '../../http/mount-routes.js'
import type { Call } from '../../http/route.js'

/** A call about one campaign. */
export type CampaignCall<Body = unknown, Query = unknown> = Call<{ id: number }, Query, Body>

/** The campaign that a call changes, locked until the transaction ends; a deleted one is missing. */
export async function requireLockedCampaign(call: CampaignCall): Promise<CampaignRecord> {
  const campaign = await lockCampaign(call.db, call.project.id, call.params.id)
  if (campaign === null) throw notFound()
  return campaign
}

/** Notes in the audit what a call did to its campaign. */
export function auditCampaign(
  call: CampaignCall,
  action: string,
  details: Record<string, string | string[]> = {},
): Promise<void> {
  return writeAudit(call.db, {
    projectId: call.project.id,
    actor: credentialOf(call.actor),
    action: `campaign.${action}`,
    target: `campaign:${call.params.id}`,
    details,
  })
}
