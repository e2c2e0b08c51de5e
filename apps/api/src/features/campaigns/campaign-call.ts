import { domainError } from '@throughline/core/lib/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import { lockCampaign, type CampaignRecord } from '@throughline/db/links/campaigns'
import { auditActor } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import type { Call } from '../../http/route.js'

export type CampaignCall<Body = unknown, Query = unknown> = Call<{ id: number }, Query, Body>

/** Locks the campaign of a call until the transaction ends; a deleted campaign counts as missing. */
export async function requireLockedCampaign(call: CampaignCall): Promise<CampaignRecord> {
  const campaign = await lockCampaign(call.db, call.project.id, call.params.id)
  if (campaign === null) throw notFound()
  rejectForeignRecord(call, campaign)
  return campaign
}

/** Rejects changes by the project key alone to campaigns that it did not create, if `sdk_writes` is `own`. */
function rejectForeignRecord(
  { actor, project }: CampaignCall,
  { createdBy }: CampaignRecord,
): void {
  if (actor.kind !== 'sdk' || project.sdkWrites !== 'own' || createdBy === 'sdk') return
  throw domainError(
    'not_created_by_sdk',
    'With its key alone, this project allows changes only to what the key created. Send an admin token, or set sdk_writes to all.',
  )
}

export function auditCampaign(
  call: CampaignCall,
  action: string,
  details: Record<string, string | string[]> = {},
): Promise<void> {
  return writeAudit(call.db, {
    projectId: call.project.id,
    ...auditActor(call.actor),
    action: `campaign.${action}`,
    target: `campaign:${call.params.id}`,
    details,
  })
}
