import type { Adapters, LinkSource, KeyValueStorage } from '../adapters.js'
import { globals } from '../platform/globals.js'
import { thisPage, type Page, type HashChange, type PageStorage } from './page.js'
import { readClipboard } from './read-clipboard.js'
import { readWebDevice } from './read-web-device.js'
import { ignoreErrors } from './ignore-errors.js'

export interface WebOptions {
  /** The query or fragment parameter that carries a link, percent-encoded; if omitted, no link reaches the page. */
  readonly linkParameter?: string
  /** Whether a phone's first visit is an install. A site next to an app must pass false: it would claim its clicks. */
  readonly reportsInstall: boolean
  /** Whether the clipboard is read at the first start, for which browsers ask the user; default false. */
  readonly readsClipboard?: boolean
  /** Default: the current page. */
  readonly page?: Page
}

const REPORTS_INSTALL_MISSING =
  'webAdapters: reportsInstall is missing, so no install is reported. Pass true or false.'

/**
 * Adapters for a web page, or a server that renders it, where nothing is stored or reported. The page's own URL is no
 * link: link hosts serve only short codes. See `linkParameter`.
 */
export function webAdapters(options: WebOptions): Adapters
// JavaScript may omit what the types require.
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

function webLinks(page: Page, parameter: string | undefined): LinkSource {
  const read = (href: string) => (parameter ? linkIn(href, parameter) : null)
  // Read immediately: an app's router may rewrite the URL before it is requested.
  const initialUrl = read(page.location?.href ?? '')
  return {
    getInitialUrl: () => initialUrl,
    subscribe(listener) {
      // The event contains both URLs: a change by the page itself in between causes no event.
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

/** localStorage; values that it rejects (private windows, full quota, no browser) are kept while the page lives. */
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

/** Null if it failed; even reading `localStorage` throws if site data is blocked. */
function tryCatch<Value>(page: Page, work: (storage: PageStorage) => Value): Value | null {
  try {
    return page.localStorage ? work(page.localStorage) : null
  } catch {
    return null
  }
}
