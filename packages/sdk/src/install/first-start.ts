import type { Client } from '../client.js'
import type { LinkReceiver } from '../links/receive-links.js'
import { createTurns } from '../platform/in-turn.js'
import { reportInstall, type ReadConsent } from './report-install.js'

export interface FirstStart {
  /** Reports the install if it is not reported yet. Never rejects. */
  run(): Promise<void>
  readonly setConsent: (isGiven: boolean) => Promise<void>
  readonly readConsent: ReadConsent
  stop(): void
}

/** Retry delays while the app runs; after these, the next start retries. */
const TRY_AGAIN_MS = [30_000, 120_000, 600_000]
const CONSENT = 'consent'

export function createFirstStart(
  client: Client,
  links: LinkReceiver,
  given: boolean | undefined,
): FirstStart {
  const { runtime, store } = client
  // One at a time: consent may be given while the first report is running.
  const inTurn = createTurns()
  let decided = given
  // What was set in this start takes precedence over the stored value, even while that is being read.
  const readConsent = async () => {
    const stored = await store.get(CONSENT)
    // If the storage cannot be read, the user may have refused.
    return decided ?? (stored === null ? undefined : stored === 'true')
  }
  let timer: unknown
  let isStopped = false
  const attempt = async (tries: number) => {
    runtime.clearTimeout(timer)
    if (isStopped) return
    const leastMs = await reportInstall(client, links, readConsent)
    const plannedMs = TRY_AGAIN_MS[tries]
    if (leastMs === null || !plannedMs) return
    const delayMs = Math.max(plannedMs, leastMs)
    timer = runtime.setTimeout(() => void inTurn(() => attempt(tries + 1)), delayMs)
  }
  const run = () => inTurn(() => attempt(0))
  return {
    run,
    readConsent,
    async setConsent(isGiven) {
      decided = isGiven
      await store.set(CONSENT, String(isGiven))
      await run()
    },
    stop() {
      isStopped = true
      runtime.clearTimeout(timer)
    },
  }
}
