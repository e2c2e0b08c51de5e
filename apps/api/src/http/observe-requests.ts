import type { RequestHandler } from 'express'
import type { AppContext } from '../context.js'
import { routeOf } from './problem.js'
import { requestIdOf } from './request-id.js'

const PROBES = new Set(['/livez', '/readyz', '/readyz/links', '/metrics'])
/** nginx's status for a client that disconnected before the response; never sent. */
const CLIENT_LEFT = 499

export function observeRequests({
  config,
  metrics,
  accessLog,
}: Pick<AppContext, 'config' | 'metrics' | 'accessLog'>): RequestHandler {
  return (request, response, next) => {
    const startedMs = performance.now()
    const requestId = requestIdOf(request, config.trustProxyHops)
    response.locals['requestId'] = requestId
    response.setHeader('X-Request-Id', requestId)
    response.once('close', () => {
      // For a stream of events, only the time to its head is measured.
      const answeredMs = response.locals['answeredMs'] as number | undefined
      const ms = (answeredMs ?? performance.now()) - startedMs
      const route = routeOf(request) ?? 'none'
      const status = response.headersSent ? response.statusCode : CLIENT_LEFT
      const { method } = request
      metrics.requests.record({ method, route, status, ms })
      const isWanted = PROBES.has(route) ? config.accessLog === 'all' : config.accessLog !== 'none'
      const projectId = response.locals['projectId'] as string | undefined
      if (isWanted) accessLog.write({ requestId, method, route, status, ms, projectId })
    })
    next()
  }
}
