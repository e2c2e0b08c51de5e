import type { Throughline, AttributionResult } from '@throughline/client'
import { byId, make } from './dom.js'
import { onSubmit } from './on-submit.js'
import { showFacts, type Facts } from './facts.js'

/** Makes short links and offers what a person may do with one: tap it in a browser, or open it in the app. */
export function wireLinkForm(throughline: Throughline): void {
  const list = byId('links', HTMLUListElement)
  onSubmit('link-form', async (field) => {
    const url = field('url')
    const campaign = field('campaign')
    const shortUrl = await throughline.createShortenedLink({
      url,
      isDeepLink: field('deep') !== '',
      fallbackUrl: url,
      androidUrl: STORE_URL,
      ...(campaign === '' ? {} : { campaignId: Number(campaign) }),
    })
    list.prepend(itemOf(shortUrl))
    byId('ask-value', HTMLInputElement).value = shortUrl.slice(shortUrl.lastIndexOf('/') + 1)
    return ''
  })
}

function itemOf(shortUrl: string): HTMLLIElement {
  const tapped = make('a', '', 'Tap it with a gclid')
  tapped.href = `${shortUrl}?gclid=Example-${Date.now().toString(36)}`
  tapped.target = '_blank'
  tapped.rel = 'noopener'
  const opened = make('button', 'plain', 'Put it into “Open a link”')
  opened.type = 'button'
  opened.addEventListener('click', () => {
    const box = byId('open-url', HTMLTextAreaElement)
    box.value = shortUrl
    box.focus()
  })
  return make('li', '', make('code', '', shortUrl), make('p', 'row', tapped, opened))
}

/** Play itself; an app's own page would stand here. */
const STORE_URL = 'https://play.google.com/store/apps/details?id=com.example.shop'

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
