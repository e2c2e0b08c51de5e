import type { FetchResponse } from '../adapters.js'
import {
  NOT_OURS,
  ThroughlineError,
  type FieldErrors,
  type ThroughlineErrorCode,
} from '../errors.js'
import { asObject, required, text, type Wire } from '../wire.js'

const CODES: Readonly<Record<number, ThroughlineErrorCode>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  409: 'conflict',
  410: 'gone',
  422: 'invalid',
  429: 'rate_limited',
}

/**
 * The JSON of a good answer.
 *
 * @throws ThroughlineError for any other; also for a 200 that is not JSON, which is a captive portal's
 */
export function readAnswer({ status, headers }: FetchResponse, body: string): Wire {
  const parsed = parse(body)
  if (status >= 200 && status < 300) return required(parsed)
  const problem = parsed ?? {}
  const retryAfter = headers.get('retry-after') ?? ''
  throw new ThroughlineError(
    // Without JSON it is a proxy or a wall that answered: what it says of the request decides nothing.
    (parsed && CODES[status]) ?? (parsed && status < 500 ? 'refused' : 'unavailable'),
    text(problem, 'message') ?? NOT_OURS,
    {
      status,
      requestId: text(problem, 'request_id'),
      // Texts by field: what the service promises of `errors`.
      fields: asObject(problem['errors']) as FieldErrors | null,
      // Seconds, as the service sends them; a proxy's date is left to the jitter.
      retryAfterMs: /^\d+$/.test(retryAfter) ? Number(retryAfter) * 1000 : null,
    },
  )
}

function parse(body: string): Wire | null {
  try {
    return asObject(JSON.parse(body))
  } catch {
    return null
  }
}
