import type { Runtime } from '../adapters.js'
import type { Log } from './log.js'
import { within } from './runtime.js'

const LIMIT_MS = 5000

/** What an adapter answers; null, and a log line, where it fails or never does: a plug-in's fault must not stop the app. */
export async function askAdapter<Answer>(
  { runtime, log }: { runtime: Runtime; log: Log },
  name: string,
  ask: () => Promise<Answer | null> | Answer | null,
): Promise<Answer | null> {
  try {
    // Asked inside a promise, so that what it throws at once is caught as well.
    const asking = Promise.resolve().then(ask)
    return (await within({ runtime, limitMs: LIMIT_MS }, asking)) ?? null
  } catch (error) {
    log.warn(`The adapter ${name} failed: ${String(error)}`)
    return null
  }
}
