import type { Throughline } from '@throughline/client'
import { byId, make } from './dom.js'
import { onSubmit } from './on-submit.js'

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
