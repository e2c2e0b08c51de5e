import type { Adapters, LinkSource, KeyValueStorage } from '../adapters.js'
import { globals } from '../platform/globals.js'
import { thisPage, type Page, type HashChange, type PageStorage } from './page.js'
import { readClipboard } from './read-clipboard.js'
import { readWebDevice } from './read-web-device.js'
import { ignoreErrors } from './ignore-errors.js'

export interface WebOptions {
  /**
   * The name under which the page's query or fragment carries a link, percent-encoded: with `open`, a page at
   * `https://app.example/#open=https%3A%2F%2Facme.links.example%2FAB12CD3`. Left out, no link reaches the page.
   */
  readonly linkParameter?: string
  /**
   * Whether the first visit by a phone is reported as an install. A site beside an app of the same project must say
   * false, or its visitors' clicks are taken before they install the app. Where JavaScript leaves it out, it is false.
   */
  readonly reportsInstall: boolean
  /** Whether the clipboard is read at the first start, which browsers ask the user about; false unless said. */
  readonly readsClipboard?: boolean
  /** The page; the one that this runs in unless given. */
  readonly page?: Page
}

const REPORTS_INSTALL_MISSING =
  'webAdapters: reportsInstall is missing, so no install is reported. Pass true or false.'

/**
 * Adapters for a web page, or for a server that renders it: there nothing is kept, no link comes, no install is told of.
 *
 * The page's own URL is no link. Link hosts serve nothing but short codes, so no page ever stands under one; handing
 * the URL on would cost each visitor a call that finds just that. A link comes inside the URL: see `linkParameter`.
 */
export function webAdapters(options: WebOptions): Adapters
// JavaScript may leave out what the types require.
export function webAdapters(options: Partial<WebOptions> = {}): Adapters {
  const { page = thisPage, linkParameter, reportsInstall, readsClipboard = false } = options
  if (reportsInstall === undefined) globals.console.warn(REPORTS_INSTALL_MISSING)
  return {
    storage: webStorage(page),
    links: webLinks(page, linkParameter),
    device: { getDevice: () => (reportsInstall ? readWebDevice(page) : null) },
    ...(readsClipboard && {
      clipboard: readClipboard(async () => page.navigator?.clipboard?.readText?.()),
    }),
  }
}

/** The links that a page's URL carries under a name; none without one. */
function webLinks(page: Page, parameter: string | undefined): LinkSource {
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

/**
 * The browser's localStorage. What it refuses (private windows, blocked site data, a full quota, no browser at all) is
 * kept as long as the page lives.
 */
function webStorage(page: Page): KeyValueStorage {
  const refused = new Map<string, string>()
  return {
    getItem: (key) => refused.get(key) ?? tryCatch(page, (storage) => storage.getItem(key)),
    setItem(key, value) {
      refused.set(key, value)
      tryCatch(page, (storage) => {
        storage.setItem(key, value)
        refused.delete(key)
      })
    },
    removeItem(key) {
      refused.delete(key)
      tryCatch(page, (storage) => storage.removeItem(key))
    },
  }
}

/** Null where it failed; the mere sight of localStorage throws where site data is blocked. */
function tryCatch<Value>(page: Page, work: (storage: PageStorage) => Value): Value | null {
  try {
    return page.localStorage ? work(page.localStorage) : null
  } catch {
    return null
  }
}
