import type { Runtime } from '../adapters.js'
import { isPassing, ThroughlineError } from '../errors.js'

const MAX_RETRIES = 3
const BASE_MS = 1000
const MAX_RETRY_AFTER_MS = 30_000

/** Sends again what failed for a reason that may pass, at most three times; only for requests that may come twice. */
export async function withRetries<Answer>(
  runtime: Runtime,
  send: () => Promise<Answer>,
): Promise<Answer> {
  for (let retry = 0; ; retry += 1) {
    try {
      return await send()
    } catch (error) {
      const delayMs = retry < MAX_RETRIES ? retryDelayMs(error, retry, runtime) : null
      if (delayMs === null) throw error
      await new Promise<void>((resolve) => runtime.setTimeout(resolve, delayMs))
    }
  }
}

/**
 * How long to wait before the next try; null for none. A `Retry-After` is kept to, and one that is longer than 30 s is
 * the caller's to wait for; else full jitter over 1, 2 and 4 s, so that a crowd does not come back at once.
 */
export function retryDelayMs(error: unknown, retry: number, runtime: Runtime): number | null {
  const retryAfterMs = error instanceof ThroughlineError ? error.retryAfterMs : null
  if (retryAfterMs !== null) return retryAfterMs <= MAX_RETRY_AFTER_MS ? retryAfterMs : null
  return isPassing(error) ? runtime.random() * BASE_MS * 2 ** retry : null
}
