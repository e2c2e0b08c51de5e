import type { Adapters } from '../adapters.js'
import { globals } from '../platform/globals.js'
import { thisPage, type Page } from './page.js'
import { readClipboard } from './read-clipboard.js'
import { readWebDevice } from './read-web-device.js'
import { webLinks } from './web-links.js'
import { webStorage } from './web-storage.js'

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
