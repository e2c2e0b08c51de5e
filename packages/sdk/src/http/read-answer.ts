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

/** @throws ThroughlineError unless it is a success with JSON; a captive portal sends 200 without JSON */
export function readAnswer({ status, headers }: FetchResponse, body: string): Wire {
  const parsed = parse(body)
  if (status >= 200 && status < 300) return required(parsed)
  const problem = parsed ?? {}
  const retryAfter = headers.get('retry-after') ?? ''
  throw new ThroughlineError(
    // Without JSON, a proxy or a captive portal responded, and its status proves nothing.
    (parsed && CODES[status]) ?? (parsed && status < 500 ? 'refused' : 'unavailable'),
    text(problem, 'message') ?? NOT_OURS,
    {
      status,
      requestId: text(problem, 'request_id'),
      // Messages by field, as the service promises for `errors`.
      fields: asObject(problem['errors']) as FieldErrors | null,
      // Seconds, as the service sends them; a proxy's date is ignored in favor of the jitter.
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
