import type { Client } from '../client.js'
import type { DynalinkEvent } from '../link-event.js'
import { createTurns, type Turns } from '../platform/in-turn.js'
import { newUuid } from '../platform/new-uuid.js'
import { pick } from '../wire.js'
import { keepIds } from './keep-ids.js'
import { COUNTED_CLICK_ID_NAMES } from './link-values.js'
import { makeEvent } from './make-event.js'
import { openLink, type OpenedLink } from './open-link.js'

export interface LinkReceiver {
  /** Handles a URL from the platform; the same one twice within 1 s is one link. */
  readonly receive: (url: string) => void
  /** Handles the URL that started the app; some platforms report it as an incoming one too, and earlier. */
  receiveInitial(url: string): void
  /** Opens a URL without side effects: sends no click and does not suppress a pending install's event. */
  readonly replay: (url: string) => Promise<DynalinkEvent | null>
  /** Runs work after the events of all links received so far, and before any later link. */
  readonly inTurn: Turns
}

/** Storage key: the app was notified of a link. An install's event comes before all others, or never. */
export const TOLD = 'install_told'
const SAME_LINK_MS = 1000

export function createLinkReceiver(client: Client): LinkReceiver {
  const receivedAt = new Map<string, number>()
  const inTurn = createTurns()
  const open = (url: string, isReplay = false) => {
    // Lookups run concurrently, events are sent in order: the app must end where the last click led.
    const opening = openLink(client, url)
    return inTurn(async () => tell(client, await opening, isReplay))
  }
  const receive = (url: string) => {
    const now = client.runtime.now()
    const ageMs = now - (receivedAt.get(url) ?? 0)
    // A clock that was set back must not make all links equal.
    if (ageMs >= 0 && ageMs < SAME_LINK_MS) return
    receivedAt.set(url, now)
    void open(url)
  }
  return {
    replay: (url) => open(url, true),
    receive,
    receiveInitial: (url) => {
      if (!receivedAt.has(url)) receive(url)
    },
    inTurn,
  }
}

/** Stores the ids, then notifies the app; the click comes last, because nothing may wait for it. */
async function tell(
  client: Client,
  opened: OpenedLink | null,
  isReplay: boolean,
): Promise<DynalinkEvent | null> {
  if (!opened) return null
  const event = makeEvent(opened.source, opened.values)
  await keepIds(client.store, event)
  client.stream.emit(event)
  if (!isReplay) {
    await client.store.set(TOLD, '1')
    void sendClick(client, opened)
  }
  return event
}

/** Reports a click that the link host did not see, with its click ids and the device. */
async function sendClick(
  client: Client,
  { uncountedCode: code, values }: OpenedLink,
): Promise<void> {
  if (code === undefined) return
  const { platform, device } = (await client.device()) ?? {}
  const clickIds = pick(values, COUNTED_CLICK_ID_NAMES)
  const body = { platform, os_version: device?.['os_version'], ...clickIds }
  await client.clicks.add({ code, key: newUuid(client.runtime), body })
}
