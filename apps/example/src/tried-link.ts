import { byId } from './dom.js'
import type { Settings } from './settings.js'

/** A link of any project that the admin panel opens on this phone. */
export interface TriedLink {
  readonly settings: Settings
  readonly url: string
  readonly name: string | null
}

const PREFIX = '#try='
const KEY = 'example.try'

/**
 * Reads the link from the fragment of the URL, and from then on from the storage of this tab. A link in the fragment
 * begins on a new phone: what an app stored before is removed. Null in the story of the example's own ad.
 */
export function readTriedLink(): TriedLink | null {
  if (location.hash.startsWith(PREFIX)) {
    localStorage.clear()
    sessionStorage.setItem(KEY, decodeURIComponent(location.hash.slice(PREFIX.length)))
    history.replaceState(null, '', location.pathname)
  }
  const stored = sessionStorage.getItem(KEY)
  // The panel writes it.
  return stored === null ? null : (JSON.parse(stored) as TriedLink)
}

/** Adapts the words of the page to a link that is not the example's ad. */
export function showTriedLink({ url, name }: TriedLink): void {
  document.body.dataset['mode'] = 'try'
  document.title = 'Your link on a phone'
  const words = {
    title: 'Your link on a phone',
    lead: 'Follow your link as a visitor with an Android phone would. Click, landing page, install and match are real and appear in the panel. Only the phone is simulated by this page.',
    'step-1': 'Open the link',
    'step-4': 'Back to the panel',
    'ad-from': 'Message from a friend',
    'ad-title': name ?? url,
    'ad-action': 'Open the link',
    'store-facts': '12 MB · ★ 4.8',
  }
  for (const element of document.querySelectorAll('[data-app]')) element.textContent = 'Your app'
  for (const [id, text] of Object.entries(words)) byId(id, HTMLElement).textContent = text
}
