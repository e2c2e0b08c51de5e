import type { Client } from '../client.js'
import type { DynalinkEvent } from '../link-event.js'
import { date } from '../wire.js'
import { firstSightOf, keepIds } from './keep-ids.js'
import { makeEvent } from './make-event.js'
import { openLink } from './open-link.js'
import type { OpenedLink } from './opened-link.js'
import { sendClick } from './send-click.js'

export interface LinkReceiver {
  /** A URL that the platform handed over; the same one twice within 1 s is one link. */
  receive(url: string): void
  /** The URL that started the app, which some platforms hand over as an incoming one too, and earlier. */
  receiveInitial(url: string): void
  /** A URL that is opened whatever came before; null where it is no link of the project. */
  open(url: string): Promise<DynalinkEvent | null>
  /** Resolves when all links that came so far have had their events. */
  idle(): Promise<unknown>
}

const SAME_LINK_MS = 1000

/** Makes what turns incoming URLs into events, in the order in which they came. */
export function createLinkReceiver(client: Client): LinkReceiver {
  const receivedAt = new Map<string, number>()
  let last: Promise<unknown> = Promise.resolve()
  const open = (url: string) => {
    // Links are looked up at once, and told of in their order: the app must end where the last tap led.
    const opening = openLink(client, url)
    const telling = last.then(async () => tell(client, await opening))
    last = telling
    return telling
  }
  const receive = (url: string) => {
    const now = client.runtime.now()
    const isSame = now - (receivedAt.get(url) ?? -Infinity) < SAME_LINK_MS
    if (isSame) return
    receivedAt.set(url, now)
    void open(url)
  }
  return {
    open,
    receive,
    receiveInitial: (url) => {
      if (!receivedAt.has(url)) receive(url)
    },
    idle: () => last,
  }
}

/** Stores the ids, then tells the app; the click comes last, since nothing may wait for it. */
async function tell(client: Client, opened: OpenedLink | null): Promise<DynalinkEvent | null> {
  if (opened === null) return null
  const event = await eventOf(client, opened)
  await keepIds(client.store, event)
  client.stream.emit(event)
  if (opened.uncountedCode !== null) void sendClick(client, opened.uncountedCode, opened.values)
  return event
}

async function eventOf(
  { store, runtime }: Client,
  { source, values }: OpenedLink,
): Promise<DynalinkEvent> {
  const event = makeEvent(source, values)
  if (event.fbclid === null || date(values, 'fbclid_captured_at') !== null) return event
  const fbclid_captured_at = await firstSightOf(store, event.fbclid, runtime.now())
  return makeEvent(source, { ...values, fbclid_captured_at })
}
