import type { Fetch, FetchInit, Runtime } from '../adapters.js'
import { ThroughlineError, isPassing } from '../errors.js'
import { globals } from '../platform/globals.js'
import { within } from '../platform/runtime.js'
import type { Wire } from '../wire.js'
import { readAnswer } from './read-answer.js'

interface ApiCall {
  readonly body?: Wire
  /** The service carries the call out once for this key, however often it comes. */
  readonly key?: string
  /** It may be sent again by its nature. */
  readonly isRepeatable?: boolean
}

/**
 * Calls the API: its JSON, or a ThroughlineError. `path` goes from `/api` on, with its query.
 */
export type Api = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  call?: ApiCall,
) => Promise<Wire>

interface ApiOptions {
  readonly baseUrl: string
  readonly publicKey: string
  readonly runtime: Runtime
  readonly fetch?: Fetch
}

const TIMEOUT_MS = 10_000

/**
 * Makes the one way to the API: key, time-out, retries where the call may come twice. `onSuccess` hears
 * of each path that was answered.
 */
export function createApi(options: ApiOptions, onSuccess: (path: string) => void): Api {
  return async (method, path, { body, key, isRepeatable } = {}) => {
    const headers: Record<string, string> = { 'x-project-key': options.publicKey }
    if (body) headers['content-type'] = 'application/json'
    if (key) headers['idempotency-key'] = key
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const send = () => sendOnce(options, path, init)
    const mayRepeat = method === 'GET' || key || isRepeatable
    const answer = await (mayRepeat ? withRetries(options.runtime, send) : send())
    onSuccess(path)
    return answer
  }
}

async function sendOnce(
  { baseUrl, runtime, fetch }: ApiOptions,
  path: string,
  given: FetchInit,
): Promise<Wire> {
  // Not in every engine: without it, a late answer is only not waited for.
  const controller = globals.AbortController && new globals.AbortController()
  const init = { ...given, signal: (controller?.signal ?? null) as AbortSignal }
  const exchange = async () => {
    const response = await (fetch ?? globals.fetch)(baseUrl + path, init)
    return readAnswer(response, await response.text())
  }
  try {
    return await within(runtime, exchange(), TIMEOUT_MS)
  } catch (error) {
    controller?.abort()
    if (error instanceof ThroughlineError) throw error
    throw new ThroughlineError('no_connection', String(error))
  }
}

/** Before each retry up to so long, by chance: a crowd must not come back at once. */
export const JITTERS_MS = [1000, 2000, 4000]
const MAX_RETRY_AFTER_MS = 30_000

/**
 * Sends again what failed for a reason that may pass, at most three times; only for requests that may come twice. A
 * `Retry-After` is kept to, before the jitter; one that is longer than 30 s is the caller's to wait for.
 */
async function withRetries<Answer>(runtime: Runtime, send: () => Promise<Answer>): Promise<Answer> {
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
