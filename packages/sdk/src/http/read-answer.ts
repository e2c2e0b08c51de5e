import type { FetchResponse } from '../adapters.js'
import {
  ThroughlineError,
  type ErrorDetails,
  type FieldErrors,
  type ThroughlineErrorCode,
} from '../errors.js'
import { asObject, text, type Wire } from '../wire.js'

const CODES: Readonly<Record<number, ThroughlineErrorCode>> = {
  400: 'invalid',
  401: 'unauthorized',
  403: 'forbidden',
  404: 'not_found',
  408: 'unavailable',
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
export function readAnswer(response: FetchResponse, body: string, nowMs: number): Wire {
  const { status } = response
  const parsed = parse(body)
  if (status >= 200 && status < 300) {
    if (parsed !== null) return parsed
    throw new ThroughlineError('no_connection', 'The answer is not the service’s own.', { status })
  }
  const problem = parsed ?? {}
  throw new ThroughlineError(
    CODES[status] ?? (status >= 500 ? 'unavailable' : 'refused'),
    text(problem, 'message') ?? `The service answered ${status}.`,
    detailsOf(response, problem, nowMs),
  )
}

function detailsOf({ status, headers }: FetchResponse, problem: Wire, nowMs: number): ErrorDetails {
  return {
    status,
    requestId: text(problem, 'request_id') ?? headers.get('x-request-id'),
    // Texts by field: what the service promises of `errors`.
    fields: asObject(problem['errors']) as FieldErrors | null,
    retryAfterMs: readRetryAfter(headers.get('retry-after'), nowMs),
  }
}

/** Seconds, or a date (RFC 9110, section 10.2.3). */
function readRetryAfter(header: string | null, nowMs: number): number | null {
  if (header === null) return null
  const ms = /^\d+$/.test(header) ? Number(header) * 1000 : Date.parse(header) - nowMs
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

function parse(body: string): Wire | null {
  try {
    return asObject(JSON.parse(body))
  } catch {
    return null
  }
}
