import type { AttributionResult, Throughline } from '@throughline/client'
import { byId } from './dom.js'
import { showFacts, type Facts } from './facts.js'
import { onSubmit } from './on-submit.js'

/** Asks for an attribution by a link's code or by a fingerprint, and shows it. */
export function wireAskForm(throughline: Throughline): void {
  onSubmit('ask-form', async (field) => {
    const value = field('value')
    const found =
      field('by') === 'fingerprint'
        ? await throughline.getAttributionByFingerprint(value)
        : await throughline.getAttributionByCode(value)
    showFacts(byId('attribution', HTMLDListElement), found === null ? {} : factsOf(found))
    return found === null ? 'null: no confirmed attribution' : ''
  })
}

function factsOf(result: AttributionResult): Facts {
  return {
    dyna_code: result.dynaCode,
    gclid: result.gclid,
    fbclid: result.fbclid,
    campaign: result.campaignName,
    utm_source: result.utmSource,
    utm_medium: result.utmMedium,
    utm_campaign: result.utmCampaign,
    attributed_at: result.attributedAt,
  }
}
