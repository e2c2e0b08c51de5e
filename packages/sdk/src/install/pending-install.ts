import type { Client } from '../client.js'
import { parseUrl } from '../links/parse-url.js'
import { askAdapter } from '../platform/ask-adapter.js'
import { getJson } from '../platform/store.js'
import { asObject, seconds, text, type Wire } from '../wire.js'

/** Under this name what the first start saw is stored, until the service has given a definite answer. */
export const PENDING = 'install'
const MAX_REFERRER_LENGTH = 16_384
const MAX_CLIPBOARD_LENGTH = 4096

/**
 * The body of POST /api/attribution/installs: the stored one, since no clipboard can be looked at twice, else what the
 * platform tells now. Null where there is no install to tell of, as on a desktop.
 */
export async function readPendingInstall(client: Client): Promise<Wire | null> {
  const { store, adapters } = client
  const stored = await getJson(store, PENDING)
  const pending = asObject(stored)
  if (pending) return pending
  const facts = await client.device()
  // Where the storage cannot be read, a second id would make a second install, and a second report another one.
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
    // Play writes 0 where it does not know the time.
    install_begin_at: seconds(play, 'installBeginAt') || undefined,
    referrer_click_at: seconds(play, 'clickAt') || undefined,
    link_url: shortLinkIn(copied),
  }
  await store.set(PENDING, JSON.stringify(body))
  return body
}

/** Play gives every install a referrer; only a link's says which. Some phones hand it over still encoded. */
function namesLink(referrer: string | null): boolean {
  return /(click_token|dyna_code)(=|%3D)/i.test(referrer ?? '')
}

/** What has the shape of a short link; anything else that a person copied is nobody's business. */
function shortLinkIn(copied: string | null | undefined): string | undefined {
  const url = copied?.trim() ?? ''
  return parseUrl(url)?.code && url.length <= MAX_CLIPBOARD_LENGTH ? url : undefined
}
