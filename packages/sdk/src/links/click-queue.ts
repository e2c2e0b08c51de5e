import type { ClientParts } from '../client-parts.js'
import { isPassing, likelyCause } from '../errors.js'
import { createTurns } from '../platform/in-turn.js'
import { getJson } from '../platform/store.js'
import { asList, type Wire } from '../wire.js'

/** A click of a link that opened the app, stored until the service has counted it. */
export interface WaitingClick {
  readonly code: string
  /** The service counts the click once per key, however often it is sent. */
  readonly key: string
  readonly body: Wire
}

export interface ClickQueue {
  /** Stores the click and sends it as soon as the service can be reached. */
  add(click: WaitingClick): Promise<void>
  /** Sends waiting clicks, oldest first, until one fails. */
  flush(): Promise<void>
}

const QUEUE = 'clicks'
const MAX_WAITING = 100

type Edit = (clicks: readonly WaitingClick[]) => readonly WaitingClick[]

export function createClickQueue(parts: ClientParts): ClickQueue {
  const { store, log } = parts
  const inTurn = createTurns()
  const inRound = createTurns()
  // The list is read each time: the same page in another tab writes it too.
  const change = (edit: Edit) =>
    inTurn(async () => {
      const stored = await getJson(store, QUEUE)
      // A value that cannot be read must not be overwritten.
      if (stored !== undefined) await store.set(QUEUE, JSON.stringify(edit(clicksOf(stored))))
    })
  const sendNext = async () => {
    const [click] = clicksOf(await inTurn(() => getJson(store, QUEUE)))
    if (!click || !(await send(parts, click))) return false
    await change((clicks) => clicks.filter(({ key }) => key !== click.key))
    return true
  }
  let isWaiting = false
  // One round at a time, and at most one that waits for it: many offline clicks cause one attempt.
  const flush = async () => {
    if (isWaiting) return
    isWaiting = true
    await inRound(async () => {
      isWaiting = false
      while (await sendNext());
    })
  }
  return {
    flush,
    async add(click) {
      await change((clicks) => {
        if (clicks.length >= MAX_WAITING) log('A click is dropped: too many wait')
        return [...clicks, click].slice(-MAX_WAITING)
      })
      await flush()
    },
  }
}

function clicksOf(stored: unknown): readonly WaitingClick[] {
  return asList(stored) as readonly WaitingClick[]
}

/** Whether the click is finished: counted, or permanently rejected. */
async function send({ api, log }: ClientParts, click: WaitingClick): Promise<boolean> {
  const { code, key, body } = click
  try {
    await api('POST', `/api/links/${code}/click`, { body, key })
  } catch (error) {
    if (isPassing(error)) return false
    log(`The click of ${code} failed: ${likelyCause(error)}`)
  }
  return true
}
