import type { Client } from '../client.js'
import { parseUrl } from '../links/parse-url.js'
import { askAdapter } from '../platform/ask-adapter.js'
import { getJson } from '../platform/store.js'
import { asObject, seconds, text, type Wire } from '../wire.js'

/** Storage key of the first start's data, until the service has given a final response. */
export const PENDING = 'install'
const MAX_REFERRER_LENGTH = 16_384
const MAX_CLIPBOARD_LENGTH = 4096

/** The body of the report: the stored one, because the clipboard can be read only once, or a new one; null for none. */
export async function readPendingInstall(client: Client): Promise<Wire | null> {
  const { store, adapters } = client
  const stored = await getJson(store, PENDING)
  const pending = asObject(stored)
  if (pending) return pending
  const facts = await client.device()
  // If the storage cannot be read, a second id or report would create a second install.
  const install_id = facts && stored !== undefined && (await client.installId())
  if (!install_id) return null
  const given = await askAdapter(client, 'installReferrer', () =>
    adapters.installReferrer?.getInstallReferrer(),
  )
  const play = asObject(given) ?? { referrer: given }
  const referrer = text(play, 'referrer')
  const copied = namesLink(referrer)
    ? null
    : await askAdapter(client, 'clipboard', () => adapters.clipboard?.getText())
  const body = {
    install_id,
    ...facts,
    install_referrer: referrer?.slice(0, MAX_REFERRER_LENGTH),
    // Play writes 0 for an unknown time.
    install_begin_at: seconds(play, 'installBeginAt') || undefined,
    referrer_click_at: seconds(play, 'clickAt') || undefined,
    link_url: shortLinkIn(copied),
  }
  await store.set(PENDING, JSON.stringify(body))
  return body
}

/** Play gives every install a referrer; only a link's referrer has a code. Some phones return it still encoded. */
function namesLink(referrer: string | null): boolean {
  return /(click_token|dyna_code)(=|%3D)/i.test(referrer ?? '')
}

/** A text with the form of a short link; any other copied text is private. */
function shortLinkIn(copied: string | null | undefined): string | undefined {
  const url = copied?.trim() ?? ''
  return parseUrl(url)?.code && url.length <= MAX_CLIPBOARD_LENGTH ? url : undefined
}
