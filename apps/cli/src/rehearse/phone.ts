import { must } from './must.js'

/** A Pixel as most ads see it: Android's version and the model are frozen in the user agent. */
export const ANDROID_PHONE =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36'

export interface LandingPage {
  /** `service-{projectId}://open?…` */
  schemeUrl: string
  /** Google Play with `referrer=`. */
  storeUrl: string
  /** What Play hands to the app, decoded once. */
  referrer: string
}

/** Reads a landing page as a phone without JavaScript does: by its hrefs. */
export function readLandingPage(html: string): LandingPage {
  const hrefs = [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => unescapeHtml(href ?? ''))
  const schemeUrl = hrefs.find((href) => href.startsWith('service-'))
  const storeUrl = hrefs.find((href) => href.includes('play.google.com'))
  must(schemeUrl !== undefined, 'the landing page links to the app by its scheme')
  must(storeUrl !== undefined, 'the landing page links to the store')
  const referrer = new URL(storeUrl).searchParams.get('referrer')
  must(referrer !== null, 'the store link carries a referrer')
  return { schemeUrl, storeUrl, referrer }
}

const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  '#39': "'",
  '#x27': "'",
}

function unescapeHtml(text: string): string {
  return text.replace(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
