import type { IncomingMessage, ServerResponse } from 'node:http'
import { domainError, type DomainError } from '@throughline/core/lib/errors'
import type { AppContext } from '../context.js'
import type { Arrival } from './arrival.js'
import { presentProblem, problemHeaders, statusOf } from './problem.js'
import { requestIdOf } from './request-id.js'
import { NO_SNIFF } from './security-headers.js'

/** @returns a function that rejects a request before routing, counts it and logs it */
export function createRejection({
  config,
  metrics,
  accessLog,
}: Pick<AppContext, 'config' | 'metrics' | 'accessLog'>): (
  arrival: Arrival,
  error?: DomainError,
) => void {
  return ({ request, response, startedMs, isApi }, error = overloaded()) => {
    const requestId = requestIdOf(request, config.trustProxyHops)
    rejectRequest({ request, response, requestId, publicUrl: config.publicUrl }, error)
    const ms = performance.now() - startedMs
    const answered = {
      method: request.method ?? '',
      route: 'none',
      status: response.statusCode,
      ms,
    }
    metrics.countRejection(error)
    metrics.requests.record(answered)
    const isLogged = isApi ? config.accessLog !== 'none' : config.accessLog === 'all'
    if (isLogged) accessLog.write({ ...answered, requestId, projectId: undefined })
  }
}

export function rejectRequest(
  call: {
    request: IncomingMessage
    response: ServerResponse
    requestId: string
    publicUrl: string
  },
  error: DomainError,
): void {
  const { request, response } = call
  request.resume()
  response.writeHead(statusOf(error.code), {
    ...problemHeaders(error),
    'Content-Type': 'application/problem+json; charset=utf-8',
    'X-Request-Id': call.requestId,
    ...NO_SNIFF,
  })
  response.end(JSON.stringify(presentProblem(error, call)))
}

const RETRY_AFTER_SECONDS = 1

export function overloaded(): DomainError {
  return domainError('overloaded', 'The server is overloaded. Try again in a second.', {
    retryAfterSeconds: RETRY_AFTER_SECONDS,
  })
}
