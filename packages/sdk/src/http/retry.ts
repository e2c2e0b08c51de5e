import type { Runtime } from '../adapters.js'
import { isPassing, type ThroughlineError } from '../errors.js'

/** Before each retry up to so long, by chance: a crowd must not come back at once. */
export const JITTERS_MS = [1000, 2000, 4000]
const MAX_RETRY_AFTER_MS = 30_000

/**
 * Sends again what failed for a reason that may pass, at most three times; only for requests that may come twice. A
 * `Retry-After` is kept to, before the jitter; one that is longer than 30 s is the caller's to wait for.
 */
export async function withRetries<Answer>(
  runtime: Runtime,
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (const jitterMs of JITTERS_MS) {
    try {
      return await send()
    } catch (error) {
      // Of a call to the API everything that fails is one.
      const { retryAfterMs } = error as ThroughlineError
      const leastMs = retryAfterMs ?? (isPassing(error) ? 0 : Infinity)
      if (leastMs > MAX_RETRY_AFTER_MS) throw error
      const delayMs = leastMs + runtime.random() * jitterMs
      await new Promise<void>((resolve) => runtime.setTimeout(resolve, delayMs))
    }
  }
  return send()
}
