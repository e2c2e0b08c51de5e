import type { Throughline, AttributionResult } from '@throughline/client'
import { byId, make } from './dom.js'
import { onSubmit } from './on-submit.js'
import { showFacts, type Facts } from './facts.js'

/** Creates short links and offers actions for them. */
export function wireLinkForm(throughline: Throughline): void {
  const list = byId('links', HTMLUListElement)
  byId('link-url', HTMLInputElement).value =
    `http://127.0.0.1:${location.port}/shop.html?item=rain-jacket`
  onSubmit('link-form', async (field) => {
    const url = field('url')
    const campaign = field('campaign')
    const shortUrl = await throughline.createShortenedLink({
      url,
      isDeepLink: true,
      fallbackUrl: url,
      ...(campaign === '' ? {} : { campaignId: Number(campaign) }),
    })
    list.prepend(itemOf(shortUrl))
    return ''
  })
}

function itemOf(shortUrl: string): HTMLLIElement {
  const followed = make('a', '', 'Open on this computer')
  followed.href = shortUrl
  followed.target = '_blank'
  followed.rel = 'noopener'
  const opened = make('button', 'plain', 'Open in the app')
  opened.type = 'button'
  opened.addEventListener('click', () => {
    byId('open-url', HTMLTextAreaElement).value = shortUrl
    byId('open-form', HTMLFormElement).requestSubmit()
  })
  return make('li', '', make('code', '', shortUrl), make('p', 'row', opened, followed))
}

/** Queries an attribution by a link's code or by this app's fingerprint, and shows it. */
export function wireAskForm(throughline: Throughline): void {
  onSubmit('ask-form', async (field) => {
    const fingerprint = await throughline.getFingerprint()
    const found =
      field('by') === 'fingerprint'
        ? await throughline.getAttributionByFingerprint(fingerprint ?? '')
        : await throughline.getAttributionByCode(field('code'))
    showFacts(byId('attribution', HTMLDListElement), found === null ? {} : factsOf(found))
    return found === null ? 'Nothing is attributed to it yet. Try the code of the ad’s link.' : ''
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
