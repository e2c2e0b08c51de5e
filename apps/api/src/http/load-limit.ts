import { randomUUID } from 'node:crypto'
import type { RequestListener, ServerResponse } from 'node:http'
import { domainError } from '@throughline/core/errors'
import { presentProblem, refusalHeaders, statusOf } from './problem.js'

/** Time for those that are in work to be answered. */
const RETRY_AFTER_SECONDS = 1

/**
 * Answers 503 at once while `max` requests are in work. A process that gets more than it can do would otherwise take
 * them all, and answer each of them too late; a caller who is refused can try again.
 */
export function limitLoad(max: number, listener: RequestListener): RequestListener {
  let inWork = 0
  return (request, response) => {
    if (inWork >= max) {
      request.resume()
      const requestId = randomUUID()
      const refusal = domainError(
        'overloaded',
        'There is more to do than this server can. Try again in a second.',
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      )
      response.writeHead(statusOf(refusal.code), {
        ...refusalHeaders(refusal),
        'Content-Type': 'application/problem+json; charset=utf-8',
        'X-Request-Id': requestId,
      })
      response.end(JSON.stringify(presentProblem(refusal, requestId)))
      return
    }
    inWork += 1
    let isInWork = true
    const leave = () => {
      if (isInWork) inWork -= 1
      isInWork = false
    }
    response.once('close', leave)
    onEnd(response, leave)
    listener(request, response)
  }
}

/**
 * Tells when an answer was ended, which is when its work is over. No event does: they wait until the caller has read
 * it, and all that it has asked for before, and a caller who reads nothing would keep his places.
 */
function onEnd(response: ServerResponse, listener: () => void): void {
  // All its overloads at once; what goes in and comes out stays as it is.
  const end = response.end.bind(response) as (...args: unknown[]) => ServerResponse
  response.end = (...args: unknown[]) => {
    listener()
    return end(...args)
  }
}
