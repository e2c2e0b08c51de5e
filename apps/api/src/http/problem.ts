import type { Problem } from '@throughline/contracts/problem'
import { DomainError, type ErrorCode } from '@throughline/core/lib/errors'
import { isDatabaseUnavailable } from '@throughline/db/connection/errors'
import type { ErrorRequestHandler, Request, Response } from 'express'
import { STATUS_CODES } from 'node:http'
import type { AppContext } from '../context.js'
import { RateLimitedError } from '../infra/rate-limiter.js'
import { operationIdOf, type Route } from './route.js'

/** Turns the errors of all Express routes into responses (docs/api-contract.md, "Errors"). */
export function problemHandler({
  config,
  logger,
  metrics,
}: Pick<AppContext, 'config' | 'logger' | 'metrics'>): ErrorRequestHandler {
  // Express recognizes an error handler by its four parameters.
  // eslint-disable-next-line max-params
  return (error: unknown, request, response, next) => {
    const rejection = toDomainError(error)
    const status = statusOf(rejection.code)
    metrics.countRejection(rejection)
    if (status >= 500) {
      logger.error(
        {
          err: error,
          requestId: response.locals['requestId'] as string,
          method: request.method,
          // The pattern, because a path may contain an address: fingerprints do.
          route: routeOf(request) ?? 'none',
        },
        rejection.code,
      )
    }
    if (response.headersSent) {
      next(error)
      return
    }
    sendProblem(response, rejection, config.publicUrl)
  }
}

export function routeOf(request: Request): string | null {
  const route = request.route as { path?: unknown } | undefined
  return typeof route?.path === 'string' ? route.path : null
}

function sendProblem(response: Response, error: DomainError, publicUrl: string): void {
  const { requestId, route } = response.locals as { requestId: string; route?: Route }
  const problem = presentProblem(error, { requestId, publicUrl, route })
  response
    .set(problemHeaders(error))
    .status(statusOf(error.code))
    .type('application/problem+json')
    .send(JSON.stringify(problem))
}

/** Headers of an error response, for the API and the link hosts. */
export function problemHeaders(error: DomainError): Record<string, string> {
  const { retryAfterSeconds: seconds } = error
  return {
    // A cache may store a 404, 405 or 410 by its own heuristics (RFC 9110, section 15.1).
    'Cache-Control': 'no-store',
    ...(seconds === undefined ? {} : { 'Retry-After': String(seconds) }),
    ...(error instanceof RateLimitedError ? error.headers : {}),
    // A 401 must name its scheme (RFC 9110, section 11.6.1).
    ...(statusOf(error.code) === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    // The connection closes without waiting for the rest of the request (RFC 9110, section 15.5.9).
    ...(error.code === 'request_timeout' ? { Connection: 'close' } : {}),
  }
}

export function presentProblem(
  error: DomainError,
  {
    requestId,
    publicUrl,
    route,
  }: { requestId: string; publicUrl: string; route?: Route | undefined },
): Problem {
  const status = statusOf(error.code)
  return {
    type: `urn:throughline:problem:${error.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    code: error.code,
    message: error.message,
    ...(error.fields === undefined ? {} : { errors: error.fields }),
    // Responses on foreign hosts must not reveal the API's address.
    ...(error.code === 'unknown_host' ? {} : { docs: publicUrl + docsPath(error.code, route) }),
    request_id: requestId,
  }
}

/** Links an invalid request to the operation in the API reference, any other error to the page of errors. */
export function docsPath(code: string, route?: Route): string {
  if (route === undefined || (code !== 'validation_failed' && code !== 'invalid_json'))
    return `/docs/guides/errors#${code}`
  return `/docs#/${encodeURIComponent(route.tag)}/${operationIdOf(route)}`
}

const DATABASE_RETRY_SECONDS = 2

/** Maps any error to a DomainError; unknown ones become `internal`. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (isDatabaseUnavailable(error)) {
    return new DomainError(
      'database_unavailable',
      'The database is unavailable. Try again shortly.',
      {
        retryAfterSeconds: DATABASE_RETRY_SECONDS,
      },
    )
  }
  if (error instanceof URIError) return new DomainError('not_found', 'This address does not exist.')
  return new DomainError(
    'internal',
    'An internal error occurred. Report the request_id to the operator.',
  )
}

export function statusOf(code: ErrorCode): number {
  return STATUSES[code]
}

const STATUSES: Record<ErrorCode, number> = {
  invalid_json: 400,
  project_key_required: 401,
  unknown_project_key: 401,
  token_required: 401,
  token_malformed: 401,
  token_unknown: 401,
  token_expired: 401,
  token_revoked: 401,
  session_required: 401,
  sign_in_failed: 401,
  code_required: 401,
  scope_disabled: 403,
  not_created_by_sdk: 403,
  forbidden: 403,
  prefetch_refused: 403,
  session_not_same_origin: 403,
  reauth_required: 403,
  https_required: 403,
  not_found: 404,
  unknown_host: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  conflict: 409,
  webhook_limit_reached: 409,
  token_limit_reached: 409,
  last_owner: 409,
  last_administrator: 409,
  domain_claim_limit_reached: 409,
  delivery_in_flight: 409,
  webhook_inactive: 409,
  webhook_deleted: 409,
  not_resendable: 409,
  code_taken: 409,
  idempotency_in_progress: 409,
  gone: 410,
  one_time_link_invalid: 410,
  ticket_invalid: 410,
  version_mismatch: 412,
  body_too_large: 413,
  unsupported_media_type: 415,
  validation_failed: 422,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal: 500,
  database_unavailable: 503,
  identity_provider_unavailable: 503,
  overloaded: 503,
}
