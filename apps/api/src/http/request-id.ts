import { randomUUID } from 'node:crypto'
import type { RequestHandler } from 'express'

/** Gives each request an id, in X-Request-Id and in every problem. A caller's own is not taken over: it would reach the logs. */
export const requestId: RequestHandler = (_request, response, next) => {
  const id = randomUUID()
  response.locals['requestId'] = id
  response.set('X-Request-Id', id)
  next()
}
