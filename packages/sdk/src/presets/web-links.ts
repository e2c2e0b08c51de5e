import type { LinkSource } from '../adapters.js'
import type { HashChange, Page } from './page.js'
import { ignoreErrors } from './ignore-errors.js'

/** The links that a page's URL carries under a name; none without one. */
export function webLinks(page: Page, parameter: string | undefined): LinkSource {
  const read = (href: string) => (parameter ? linkIn(href, parameter) : null)
  // Read at once: an app's router may have rewritten the URL by the time that it is asked for.
  const initialUrl = read(page.location?.href ?? '')
  return {
    getInitialUrl: () => initialUrl,
    subscribe(listener) {
      // Both URLs come with the event: what the page itself took out of its URL meanwhile is told by no event at all.
      const look = ({ oldURL, newURL }: HashChange) => {
        const link = read(newURL)
        if (link !== null && link !== read(oldURL)) listener(link)
      }
      ignoreErrors(() => page.addEventListener?.('hashchange', look))
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
