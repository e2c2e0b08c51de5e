import type { DynalinkEvent } from '@throughline/client'
import { byId } from './dom.js'

const NAMES = { ad: 'Feed', landing: 'Browser', store: 'Store', app: null }

export type Screen = keyof typeof NAMES

/** Shows one screen of the phone. */
export function showScreen(shown: Screen): void {
  for (const name of Object.keys(NAMES)) byId(`screen-${name}`, HTMLElement).hidden = name !== shown
  byId('phone-app', HTMLElement).textContent = NAMES[shown] ?? appName()
}

/**
 * Opens a short link in the phone's browser. Its server follows the link with the user agent of a phone.
 *
 * @returns the store URL of the landing page
 * @throws Error with what was returned instead
 */
export async function openLandingPage(shortUrl: string): Promise<string> {
  const { host, pathname, search } = new URL(shortUrl)
  const frame = byId('screen-landing', HTMLIFrameElement)
  const loaded = new Promise((resolve) => {
    frame.addEventListener('load', resolve, { once: true })
  })
  frame.src = `phone/${host}${pathname}${search}`
  showScreen('landing')
  await loaded
  const page = frame.contentDocument
  const link = page?.querySelector<HTMLAnchorElement>('a[href^="/#store="]')
  if (link) return decodeURIComponent(link.hash.slice('#store='.length))
  const text = page?.body.textContent.trim().slice(0, 300) ?? REDIRECTED
  throw new Error(`The link host sent no landing page with a store. ${text}`)
}

const REDIRECTED =
  'It redirected to the destination, because the link opens no app. Choose “Open the app on phones” in the link’s settings, and name its page in Google Play.'

/** Shows the destination of a link in the app: the product named by `item`. */
export function showInApp({ actualUrl, campaignName, source }: DynalinkEvent): void {
  const item = itemOf(actualUrl)
  const badge = byId('app-source', HTMLElement)
  badge.hidden = campaignName === null
  badge.textContent = campaignName
  byId('app-title', HTMLElement).textContent = item ?? `Welcome to ${appName()}`
  byId('app-text', HTMLElement).textContent = `Opened by ${SOURCES[source]}.`
}

function appName(): string {
  return document.querySelector('[data-app]')?.textContent ?? ''
}

function itemOf(url: string): string | null {
  const item = /[?&]item=([\w-]+)/.exec(url)?.[1]?.replaceAll('-', ' ')
  return item === undefined ? null : item.charAt(0).toUpperCase() + item.slice(1)
}

const SOURCES = {
  loading_page: 'the landing page',
  verified_link: 'an app link',
  install: 'the link that led to the install',
} as const
