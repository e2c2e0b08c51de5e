import type { Client } from '../client.js'
import { codeOf, likelyCause } from '../errors.js'
import type { DynalinkEvent } from '../link-event.js'
import { keepIds } from '../links/keep-ids.js'
import { parseUrl } from '../links/parse-url.js'
import { TOLD, type LinkReceiver } from '../links/receive-links.js'
import { text, type Wire } from '../wire.js'
import { askForInstall } from './ask-for-install.js'
import { PENDING, readPendingInstall } from './pending-install.js'

/** What the user decided; undefined where nobody asked. */
export type ReadConsent = () => Promise<boolean | undefined>

const DONE = 'first_start_done'

/**
 * Reports the install at the first start. It is done only after a definite answer, and when the app was told, so that
 * neither an offline first start nor one that ends early loses anything. Where the storage cannot be read, nobody knows
 * whether it was done: then it is not.
 *
 * @returns whether it is to be tried again
 */
export async function reportInstall(
  client: Client,
  links: LinkReceiver,
  readConsent: ReadConsent,
): Promise<boolean> {
  const { store } = client
  // Who refused is not reported at all, whatever the project's settings say.
  if ((await readConsent()) === false || (await store.get(DONE)) !== null) return false
  const pending = await readPendingInstall(client)
  if (!pending) return false
  try {
    const body = await withOwnLink(client, pending)
    // All this may have taken minutes.
    const consent = await readConsent()
    if (consent === false) return false
    const { event, isConsentMissing } = await askForInstall(client, { ...body, consent })
    await tell(client, links, event)
    if (!isConsentMissing) await finish(client)
  } catch (error) {
    client.log(`The install failed: ${likelyCause(error)}`)
    if (codeOf(error) !== 'invalid') return true
    if (pending['device']) {
      // A fact of the device that the service does not take must not cost the install.
      await store.set(PENDING, JSON.stringify({ ...pending, device: undefined }))
      return reportInstall(client, links, readConsent)
    }
    await finish(client)
  }
  return false
}

/**
 * Leaves out what the clipboard had of somebody else's.
 *
 * @throws ThroughlineError where nobody can say just now whose it is
 */
async function withOwnLink({ domains }: Client, body: Wire): Promise<Wire> {
  const { host } = parseUrl(text(body, 'link_url') ?? '') ?? {}
  const isOwn = host && (await domains.serves(host))
  return isOwn ? body : { ...body, link_url: undefined }
}

async function finish({ store }: Client): Promise<void> {
  await store.set(DONE, '1')
  await store.set(PENDING, null)
}

/** A link that was told of is newer than the install's click: then the install stays silent, in later starts too. */
async function tell(
  { store, stream }: Client,
  links: LinkReceiver,
  event: DynalinkEvent | null,
): Promise<void> {
  await links.inTurn(async () => {
    if (!event) return
    await keepIds(store, event, true)
    if (!(await store.get(TOLD))) stream.emit(event)
    await store.set(TOLD, '1')
  })
}
