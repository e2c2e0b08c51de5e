import type { Client } from '../client.js'
import { codeOf, likelyCause } from '../errors.js'
import type { DynalinkEvent } from '../link-event.js'
import { keepIds } from '../links/keep-ids.js'
import { parseUrl } from '../links/parse-url.js'
import type { LinkReceiver } from '../links/receive-links.js'
import { text, type Wire } from '../wire.js'
import { askForInstall } from './ask-for-install.js'
import { PENDING, readPendingInstall } from './pending-install.js'

const DONE = 'first_start_done'
const TOLD = 'install_told'

/**
 * Reports the install at the first start. It is done only after a definite answer, so that an offline first start
 * loses nothing.
 *
 * @returns whether it is to be tried again
 */
export async function reportInstall(
  client: Client,
  links: LinkReceiver,
  consent: boolean | undefined,
): Promise<boolean> {
  // Who refused is not reported at all, whatever the project's settings say.
  if (consent === false || (await client.store.get(DONE)) !== null) return false
  const pending = await readPendingInstall(client)
  if (pending === null) return false
  try {
    const body = { ...(await withOwnLink(client, pending)), consent }
    const { event, isConsentMissing } = await askForInstall(client, body)
    if (!isConsentMissing) await finish(client)
    await tell(client, links, event)
  } catch (error) {
    client.log(`The install failed: ${likelyCause(error)}`)
    if (codeOf(error) !== 'invalid') return true
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

/**
 * A link that was tapped in this start is newer than the install's click: then the install stays silent. So it does
 * when its link was told before, while the consent was missing.
 */
async function tell(
  { store, stream }: Client,
  links: LinkReceiver,
  event: DynalinkEvent | null,
): Promise<void> {
  await links.idle()
  if (event === null) return
  await keepIds(store, event, true)
  const isTold = await store.get(TOLD)
  await store.set(TOLD, '1')
  if (!isTold && !stream.last()) stream.emit(event)
}
