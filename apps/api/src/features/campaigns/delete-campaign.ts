import { deleteCampaign as deleteRow, updateCampaign } from '@throughline/db/links/campaigns'
import { notifyCampaignChange } from '@throughline/db/links/link-changes'
import type { Answer } from '../../http/route.js'
import { auditCampaign, requireLockedCampaign, type CampaignCall } from './campaign-call.js'

/**
 * Deletes a campaign. Its links go on to work, from then on without its name and UTM; clicks and attributions that it
 * had stay its own. The key alone, which ships inside apps, only archives: what an owner has can't be
 * destroyed by whoever unpacks the app.
 */
export async function deleteCampaign(call: CampaignCall): Promise<Answer> {
  const { id } = await requireLockedCampaign(call)
  if (call.actor.kind === 'sdk') {
    await updateCampaign(call.db, id, { status: 'archived' })
    await auditCampaign(call, 'archive')
  } else {
    await deleteRow(call.db, id)
    await auditCampaign(call, 'delete')
    await notifyCampaignChange(call.db, call.project.id)
  }
  return { status: 200, body: { id, deleted: true } }
}
