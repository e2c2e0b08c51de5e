import type { Throughline } from '@throughline/client'
import { byId } from './dom.js'
import { showFacts } from './facts.js'

/** Shows the click ids that the client has stored, at once and after each link event. */
export async function showClickIds(throughline: Throughline): Promise<void> {
  throughline.dynamicLinkStream.subscribe(() => void refresh(throughline))
  await refresh(throughline)
}

async function refresh(throughline: Throughline): Promise<void> {
  const [gclid, gbraid, fbclid, ttclid, twclid, li_fat_id, campaign_id] = await Promise.all([
    throughline.getLastGclid(),
    throughline.getLastGbraid(),
    throughline.getLastFbclid(),
    throughline.getLastTtclid(),
    throughline.getLastTwclid(),
    throughline.getLastLiFatId(),
    throughline.getLastCampaignId(),
  ])
  const ids = { gclid, gbraid, fbclid, ttclid, twclid, li_fat_id, campaign_id }
  showFacts(byId('click-ids', HTMLDListElement), ids)
}
