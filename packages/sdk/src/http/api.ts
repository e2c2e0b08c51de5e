import type { Fetch, FetchInit, Runtime } from '../adapters.js'
import { ThroughlineError, isPassing } from '../errors.js'
import { globals } from '../platform/globals.js'
import { within } from '../platform/runtime.js'
import type { Wire } from '../wire.js'
import { readAnswer } from './read-answer.js'

interface ApiCall {
  readonly body?: Wire
  /** The service executes the call once per key, however often it is sent. */
  readonly key?: string
  /** The call is idempotent and may be repeated. */
  readonly isRepeatable?: boolean
}

/** Calls the API and returns its JSON, or throws a ThroughlineError. `path` starts with `/api`. */
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
  // Some engines lack it; then a late response is ignored but not aborted.
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

/** Maximum random delay before each retry: many clients must not retry at the same time. */
export const JITTERS_MS = [1000, 2000, 4000]
const MAX_RETRY_AFTER_MS = 30_000

/** At most three retries of temporary failures, after `Retry-After` and a jitter; over 30 s is left to the caller. */
async function withRetries<Answer>(runtime: Runtime, send: () => Promise<Answer>): Promise<Answer> {
  for (const jitterMs of JITTERS_MS) {
    try {
      return await send()
    } catch (error) {
      // API calls reject only with this error.
      const { retryAfterMs } = error as ThroughlineError
      const leastMs = retryAfterMs ?? (isPassing(error) ? 0 : Infinity)
      if (leastMs > MAX_RETRY_AFTER_MS) throw error
      const delayMs = leastMs + runtime.random() * jitterMs
      await new Promise<void>((resolve) => runtime.setTimeout(resolve, delayMs))
    }
  }
  return send()
}
