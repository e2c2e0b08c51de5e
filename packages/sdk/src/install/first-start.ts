import type { Client } from '../client.js'
import type { LinkReceiver } from '../links/receive-links.js'
import { reportInstall } from './report-install.js'

export interface FirstStart {
  /** Reports the install where it is still to be reported. Never rejects. */
  run(): Promise<void>
  /** What the user decided; kept for the next starts. */
  setConsent(isGiven: boolean): Promise<void>
  /** No more tries in this start. */
  stop(): void
}

/** While the app runs; after these, the next start tries. */
const TRY_AGAIN_MS = [30_000, 120_000, 600_000]
const CONSENT = 'consent'

/** Makes what reports the install, and tries again where the service could not be reached. */
export function createFirstStart(
  client: Client,
  links: LinkReceiver,
  given: boolean | undefined,
): FirstStart {
  const { runtime, store } = client
  let consent = given
  let timer: unknown = null
  let isStopped = false
  let running: Promise<void> = Promise.resolve()
  const stop = () => {
    runtime.clearTimeout(timer)
  }
  const attempt = async (tries: number) => {
    const stored = await store.get(CONSENT)
    const wanted = consent ?? (stored === null ? null : stored === 'true')
    const isToBeTriedAgain = await reportInstall(client, links, wanted)
    const delayMs = TRY_AGAIN_MS[tries]
    if (isToBeTriedAgain && delayMs !== undefined && !isStopped)
      timer = runtime.setTimeout(() => void start(tries + 1), delayMs)
  }
  // One at a time: a consent may come while the first report is under way.
  const start = (tries: number) => {
    stop()
    running = running.then(() => attempt(tries))
    return running
  }
  return {
    run: () => start(0),
    setConsent: async (isGiven) => {
      consent = isGiven
      await store.set(CONSENT, String(isGiven))
      await start(0)
    },
    stop: () => {
      isStopped = true
      stop()
    },
  }
}
