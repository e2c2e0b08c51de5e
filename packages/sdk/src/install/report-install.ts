import type { Client } from '../client.js'
import { hasCode } from '../errors.js'
import { keepIds } from '../links/keep-ids.js'
import { parseUrl } from '../links/parse-url.js'
import { likelyCause } from '../links/open-verified-link.js'
import type { LinkReceiver } from '../links/receive-links.js'
import type { Wire } from '../wire.js'
import { readPendingInstall, removePendingInstall, type PendingInstall } from './pending-install.js'
import { sendInstall, type InstallDecision } from './send-install.js'

const DONE = 'first_start_done'

/**
 * Reports the install at the first start. It is done only after a definite answer, so that an offline first start
 * loses nothing.
 *
 * @returns whether it is to be tried again
 */
export async function reportInstall(
  client: Client,
  links: LinkReceiver,
  consent: boolean | null,
): Promise<boolean> {
  // Who refused is not reported at all, whatever the project's settings say.
  if (consent === false || (await client.store.get(DONE)) !== null) return false
  const pending = await readPendingInstall(client)
  if (pending === null) return false
  try {
    const decision = await sendInstall(client, await bodyOf(client, pending, consent))
    if (!decision.isConsentMissing) await finish(client)
    await tell(client, links, decision)
    return false
  } catch (error) {
    const isDefinite = hasCode(error, 'invalid')
    client.log.warn(
      `The install was not reported: ${likelyCause(client, error)}${isDefinite ? '' : '; it will be tried again'}`,
    )
    if (isDefinite) await finish(client)
    return !isDefinite
  }
}

/** @throws ThroughlineError where nobody can say just now whose the clipboard's link is */
async function bodyOf(
  { domains }: Client,
  { body, clipboardUrl }: PendingInstall,
  consent: boolean | null,
): Promise<Wire> {
  const host = clipboardUrl === null ? null : (parseUrl(clipboardUrl)?.host ?? null)
  const isOurs = host !== null && (await domains.serves(host))
  return {
    ...body,
    ...(isOurs && { link_url: clipboardUrl }),
    ...(consent !== null && { consent }),
  }
}

async function finish(client: Client): Promise<void> {
  await client.store.set(DONE, '1')
  await removePendingInstall(client)
}

/** A link that was tapped in this start is newer than the install's click: then the install stays silent. */
async function tell(
  { store, stream }: Client,
  links: LinkReceiver,
  { event }: InstallDecision,
): Promise<void> {
  await links.idle()
  if (event === null) return
  await keepIds(store, event, { isOlder: true })
  if (stream.last === null) stream.emit(event)
}
