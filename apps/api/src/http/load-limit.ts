import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { domainError } from '@throughline/core/errors'
import { NO_SNIFF } from './security-headers.js'
import { presentProblem, refusalHeaders, statusOf } from './problem.js'

/** How many requests are in work at a time. */
export interface LoadLimit {
  /** Takes a request, or answers it 503 at once. @returns whether it was taken: then it has to leave, once */
  admit(request: IncomingMessage, response: ServerResponse): boolean
  /** The work for one request is over. */
  leave: () => void
  /** It will be when the answer is made, or nobody is there any more to read it. */
  leaveWhenAnswered(response: ServerResponse): void
}

/**
 * Refuses requests while `max` are in work. A process that gets more than it can do would otherwise take them all, and
 * answer each of them too late; a caller who is refused can try again.
 */
export function createLoadLimit(max: number): LoadLimit {
  let inWork = 0
  const leave = () => {
    inWork -= 1
  }
  return {
    admit: (request, response) => {
      if (inWork < max) {
        inWork += 1
        return true
      }
      request.resume()
      refuse(response)
      return false
    },
    leave,
    leaveWhenAnswered: (response) => {
      let hasLeft = false
      const leaveOnce = () => {
        if (!hasLeft) leave()
        hasLeft = true
      }
      response.once('close', leaveOnce)
      onEnd(response, leaveOnce)
    },
  }
}

/** Time for those that are in work to be answered. */
const RETRY_AFTER_SECONDS = 1

function refuse(response: ServerResponse): void {
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
    ...NO_SNIFF,
  })
  response.end(JSON.stringify(presentProblem(refusal, requestId)))
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
