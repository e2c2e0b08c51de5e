import { hasCode } from '../errors.js'
import type { Api } from '../http/api.js'
import type { Log } from '../platform/log.js'
import { getJson, type Store } from '../platform/store.js'
import { asObject, text, type Wire } from '../wire.js'

/** A click of a link that opened the app, until the service has counted it. */
export interface WaitingClick {
  readonly code: string
  /** With it the service counts the click once, however often it is sent. */
  readonly key: string
  readonly body: Wire
}

export interface ClickQueue {
  /** Stores the click, and sends it as soon as the service can be reached. */
  add(click: WaitingClick): Promise<void>
  /** Sends what waits, oldest first, until one cannot be sent. */
  flush(): Promise<void>
}

const QUEUE = 'clicks'
const MAX_WAITING = 100

/** Makes the queue of clicks, which outlives the app. */
export function createClickQueue({
  api,
  store,
  log,
}: {
  api: Api
  store: Store
  log: Log
}): ClickQueue {
  // Changes of the stored list come one after the other. It is read anew each time: a page in another tab has the same.
  let changed: Promise<unknown> = Promise.resolve()
  const change = (edit: (clicks: readonly WaitingClick[]) => readonly WaitingClick[]) => {
    const change = changed.then(async () => {
      const clicks = await read(store)
      const after = edit(clicks)
      if (after !== clicks) await store.set(QUEUE, JSON.stringify(after))
      return after
    })
    changed = change
    return change
  }
  const sendNext = async () => {
    const [click] = await change((clicks) => clicks)
    if (click === undefined || !(await send(api, log, click))) return false
    await change((clicks) => clicks.filter(({ key }) => key !== click.key))
    return true
  }
  let isWanted = false
  let flushing: Promise<void> | null = null
  const run = async () => {
    while (isWanted) {
      isWanted = false
      while (await sendNext());
    }
    flushing = null
  }
  const flush = () => {
    isWanted = true
    return (flushing ??= run())
  }
  return {
    flush,
    async add(click) {
      await change((clicks) => {
        if (clicks.length >= MAX_WAITING)
          log.warn('Too many clicks wait for a connection: the oldest is dropped')
        return [...clicks, click].slice(-MAX_WAITING)
      })
      await flush()
    },
  }
}

/** Whether the click is done with: counted, or one that the service will never count. */
async function send(api: Api, log: Log, { code, key, body }: WaitingClick): Promise<boolean> {
  const path = `/api/links/${code}/click`
  try {
    await api({ method: 'POST', path, body, idempotencyKey: key })
    return true
  } catch (error) {
    const isPassing = hasCode(error, 'no_connection', 'unavailable', 'rate_limited')
    if (!isPassing) log.warn(`The click of ${code} was refused: ${String(error)}`)
    return !isPassing
  }
}

async function read(store: Store): Promise<readonly WaitingClick[]> {
  const stored = await getJson(store, QUEUE)
  return (Array.isArray(stored) ? stored : []).flatMap((item) => {
    const click = asObject(item) ?? {}
    const [code, key] = [text(click, 'code'), text(click, 'key')]
    return code === null || key === null ? [] : { code, key, body: asObject(click['body']) ?? {} }
  })
}
