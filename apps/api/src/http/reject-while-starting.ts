import { domainError } from '@throughline/core/lib/errors'
import type { RequestHandler } from 'express'
import type { AppContext } from '../context.js'

const RETRY_SECONDS = 2

/** Rejects requests until key ring and schema are checked, because the database may be the wrong one. */
export function rejectWhileStarting({
  startProblem,
}: Pick<AppContext, 'startProblem'>): RequestHandler {
  return (_request, _response, next) => {
    if (startProblem() !== null)
      throw domainError('database_unavailable', 'The database is unavailable. Try again shortly.', {
        retryAfterSeconds: RETRY_SECONDS,
      })
    next()
  }
}
