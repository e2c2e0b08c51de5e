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
  /** A URL that the platform handed over; the same one twice within 1 s is one link. */
  readonly receive: (url: string) => void
  /** The URL that started the app, which some platforms hand over as an incoming one too, and earlier. */
  receiveInitial(url: string): void
  /** Opens a URL without recording anything: no click is sent, and a pending install's event is not suppressed. */
  readonly replay: (url: string) => Promise<DynalinkEvent | null>
  /** Runs a work when all links that came so far have had their events, and before any that comes later. */
  readonly inTurn: Turns
}

/** Under this name is stored that the app was told of a link: an install's comes before any other, or never. */
export const TOLD = 'install_told'
const SAME_LINK_MS = 1000

/** Makes what turns incoming URLs into events, in the order in which they came. */
export function createLinkReceiver(client: Client): LinkReceiver {
  const receivedAt = new Map<string, number>()
  const inTurn = createTurns()
  const open = (url: string, isReplay = false) => {
    // Links are looked up at once, and told of in their order: the app must end where the last tap led.
    const opening = openLink(client, url)
    return inTurn(async () => tell(client, await opening, isReplay))
  }
  const receive = (url: string) => {
    const now = client.runtime.now()
    const ageMs = now - (receivedAt.get(url) ?? 0)
    // A clock that was set back makes no link the same for ever.
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

/** Stores the ids, then tells the app; the click comes last, since nothing may wait for it. */
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

/** Tells the service of a tap that the link host did not see; with it the click ids, and what phone it was. */
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
