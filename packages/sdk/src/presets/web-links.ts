import type { LinkSource } from '../adapters.js'
import type { Page } from './page.js'

/** The links that a page's URL carries under a name; none without one. */
export function webLinks(page: Page, parameter: string | undefined): LinkSource {
  const read = () => (parameter ? linkIn(page.location?.href ?? '', parameter) : null)
  // Read at once: an app's router may have rewritten the URL by the time that it is asked for.
  const initialUrl = read()
  return {
    getInitialUrl: () => initialUrl,
    subscribe(listener) {
      let last = initialUrl
      const look = () => {
        const link = read()
        if (link !== null && link !== last) listener(link)
        last = link
      }
      page.addEventListener?.('hashchange', look)
      return () => page.removeEventListener?.('hashchange', look)
    },
  }
}

function linkIn(href: string, parameter: string): string | null {
  const start = `${parameter}=`
  const pair = href.split(/[?#&]/).find((part) => part.startsWith(start))
  return pair === undefined ? null : decode(pair.slice(start.length)) || null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
