import type { Problem } from '@throughline/contracts/problem'
import { DomainError, type ErrorCode } from '@throughline/core/errors'
import { isDatabaseUnavailable } from '@throughline/db/unavailable'
import type { Logger } from '@throughline/runtime/logger'
import type { ErrorRequestHandler, Response } from 'express'
import { STATUS_CODES } from 'node:http'

/** The one place where an error becomes an answer (contract §2). */
export function problemHandler(logger: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const refusal = toDomainError(error)
    const status = statusOf(refusal.code)
    if (status >= 500) {
      logger.error(
        {
          err: error,
          requestId: response.locals['requestId'] as string,
          method: request.method,
          path: request.path,
        },
        refusal.code,
      )
    }
    if (response.headersSent) {
      next(error)
      return
    }
    sendProblem(response, refusal)
  }
}

/** Writes a refusal as application/problem+json. */
export function sendProblem(response: Response, error: DomainError): void {
  if (error.retryAfterSeconds !== undefined)
    response.set('Retry-After', String(error.retryAfterSeconds))
  response
    .status(statusOf(error.code))
    .type('application/problem+json')
    .send(JSON.stringify(presentProblem(error, response.locals['requestId'] as string)))
}

/** The body of a refusal; also what the link host sends, which has no Express response. */
export function presentProblem(error: DomainError, requestId: string): Problem {
  const status = statusOf(error.code)
  return {
    type: `urn:throughline:problem:${error.code}`,
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail: error.message,
    code: error.code,
    message: error.message,
    ...(error.fields === undefined ? {} : { errors: error.fields }),
    request_id: requestId,
  }
}

const DATABASE_RETRY_SECONDS = 2

function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error
  if (isDatabaseUnavailable(error)) {
    return new DomainError(
      'database_unavailable',
      'The database is away just now. Try again shortly.',
      {
        retryAfterSeconds: DATABASE_RETRY_SECONDS,
      },
    )
  }
  if (error instanceof URIError)
    return new DomainError('not_found', 'There is nothing at this address.')
  return new DomainError(
    'internal',
    'Something went wrong on our side. Tell the operator the request_id.',
  )
}

/** The HTTP status of a refusal. */
export function statusOf(code: ErrorCode): number {
  switch (code) {
    case 'invalid_json':
      return 400
    case 'unauthenticated':
      return 401
    case 'scope_disabled':
    case 'forbidden':
    case 'prefetch_refused':
      return 403
    case 'not_found':
      return 404
    case 'method_not_allowed':
      return 405
    case 'conflict':
    case 'webhook_limit_reached':
    case 'delivery_in_flight':
    case 'webhook_inactive':
    case 'webhook_deleted':
    case 'not_resendable':
    case 'code_taken':
    case 'idempotency_in_progress':
      return 409
    case 'gone':
      return 410
    case 'body_too_large':
      return 413
    case 'unsupported_media_type':
      return 415
    case 'validation_failed':
    case 'idempotency_key_reused':
      return 422
    case 'rate_limited':
      return 429
    case 'database_unavailable':
      return 503
    case 'internal':
      return 500
  }
}
