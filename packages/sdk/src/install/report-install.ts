import type { Client } from '../client.js'
import { codeOf, likelyCause, type ThroughlineError } from '../errors.js'
import type { DynalinkEvent } from '../link-event.js'
import { keepIds } from '../links/keep-ids.js'
import { makeEvent } from '../links/make-event.js'
import { leadsSomewhere } from '../links/open-link.js'
import { parseUrl } from '../links/parse-url.js'
import { TOLD, type LinkReceiver } from '../links/receive-links.js'
import { text, type Wire } from '../wire.js'
import { askForInstall } from './ask-for-install.js'
import { PENDING, readPendingInstall } from './pending-install.js'
import { readReferrer } from './read-referrer.js'

/** The user's decision; undefined if nobody asked. */
export type ReadConsent = () => Promise<boolean | undefined>

export const FINGERPRINT = 'fingerprint'
const DONE = 'first_start_done'

/** Done only after a final response and the app's notification. Returns null, or the least delay of a retry in ms. */
export async function reportInstall(
  client: Client,
  links: LinkReceiver,
  readConsent: ReadConsent,
): Promise<number | null> {
  const { store } = client
  // After a refusal nothing is reported, whatever the project's settings are.
  if ((await readConsent()) === false || (await store.get(DONE)) !== null) return null
  const pending = await readPendingInstall(client)
  if (!pending) return null
  const offline = offlineEvent(client, pending)
  try {
    const body = await withOwnLink(client, pending)
    // This may have taken minutes.
    const consent = await readConsent()
    if (consent === false) return null
    const { event, isUndecided, fingerprint } = await askForInstall(client, { ...body, consent })
    if (fingerprint) await store.set(FINGERPRINT, fingerprint)
    await tell(client, links, { event, offline })
    if (!isUndecided) await finish(client)
  } catch (error) {
    client.log(`The install report failed: ${likelyCause(error)}`)
    if (codeOf(error) === 'no_connection') await tell(client, links, { event: offline, offline })
    // API calls reject only with this error.
    if (codeOf(error) !== 'invalid') return (error as ThroughlineError).retryAfterMs ?? 0
    if (pending['device']) {
      // A device fact that the service rejects must not lose the install.
      const { install_id, platform, install_referrer, link_url } = pending
      const body = { install_id, platform, install_referrer, link_url }
      await store.set(PENDING, JSON.stringify(body))
      return reportInstall(client, links, readConsent)
    }
    await finish(client)
  }
  return null
}

/** The event from the referrer alone, for a first start without a network; null if it names no link. */
function offlineEvent({ config }: Client, body: Wire): DynalinkEvent | null {
  const parameters = readReferrer(text(body, 'install_referrer') ?? '')
  return leadsSomewhere(parameters, config.scheme) ? makeEvent('install', parameters) : null
}

/** Removes a clipboard link of another host. @throws ThroughlineError if its owner is unknown now */
async function withOwnLink({ domains }: Client, body: Wire): Promise<Wire> {
  const { host } = parseUrl(text(body, 'link_url') ?? '') ?? {}
  const isOwn = host && (await domains.serves(host))
  return isOwn ? body : { ...body, link_url: undefined }
}

async function finish({ store }: Client): Promise<void> {
  await store.set(DONE, '1')
  await store.set(PENDING, null)
}

/** A link that was already reported is newer than the install's click, so the install then stays silent. */
async function tell(
  { store, stream }: Client,
  links: LinkReceiver,
  { event, offline }: { event: DynalinkEvent | null; offline: DynalinkEvent | null },
): Promise<void> {
  await links.inTurn(async () => {
    if (!event) return
    await keepIds(store, event, { offline })
    if (!(await store.get(TOLD))) stream.emit(event)
    await store.set(TOLD, '1')
  })
}
