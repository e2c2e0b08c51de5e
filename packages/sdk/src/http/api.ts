import type { Fetch, Runtime } from '../adapters.js'
import { ThroughlineError } from '../errors.js'
import { globals } from '../platform/globals.js'
import { within } from '../platform/runtime.js'
import type { Wire } from '../wire.js'
import { readAnswer } from './read-answer.js'
import { withRetries } from './retry.js'

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** From `/api` on, with its query. */
  readonly path: string
  readonly body?: Wire
  /** The service carries it out once for this key, however often it comes. */
  readonly idempotencyKey?: string
  /** It may be sent again by its nature. */
  readonly isRepeatable?: boolean
}

/** Calls the API: its JSON, or a ThroughlineError. */
export type Api = (request: ApiRequest) => Promise<Wire>

export interface ApiOptions {
  readonly baseUrl: string
  readonly publicKey: string
  readonly runtime: Runtime
  readonly fetch?: Fetch | undefined
  /** The service was reached. */
  readonly onSuccess: (request: ApiRequest) => void
}

const TIMEOUT_MS = 10_000

/** Makes the one way to the API: key, time-out, retries where the request may come twice (contract §2). */
export function createApi(options: ApiOptions): Api {
  return async (request) => {
    const { method, idempotencyKey, isRepeatable = false } = request
    const send = () => sendOnce(options, request)
    const mayRepeat = method === 'GET' || idempotencyKey !== undefined || isRepeatable
    const answer = mayRepeat ? await withRetries(options.runtime, send) : await send()
    options.onSuccess(request)
    return answer
  }
}

async function sendOnce(options: ApiOptions, request: ApiRequest): Promise<Wire> {
  const { runtime } = options
  // Not in every engine: without it, a late answer is only not waited for.
  const controller = globals.AbortController ? new globals.AbortController() : null
  const exchange = async () => {
    const response = await fetchFor(options, request, controller?.signal)
    return { response, body: await response.text() }
  }
  const limit = { runtime, limitMs: TIMEOUT_MS, onLate: () => controller?.abort() }
  const { response, body } = await within(limit, exchange()).catch((error: unknown) => {
    throw new ThroughlineError('no_connection', `No connection to the service: ${String(error)}`)
  })
  return readAnswer(response, body, runtime.now())
}

function fetchFor(
  { baseUrl, publicKey, fetch }: ApiOptions,
  { method, path, body, idempotencyKey }: ApiRequest,
  signal: AbortSignal | undefined,
) {
  const init = {
    method,
    headers: {
      accept: 'application/json',
      'x-project-key': publicKey,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  return fetch ? fetch(baseUrl + path, init) : globals.fetch(baseUrl + path, init)
}
