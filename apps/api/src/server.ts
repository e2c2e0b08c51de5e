import { parseUrl } from '@throughline/core/parse-url'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createApp } from './app.js'
import type { AppContext } from './context.js'
import { answerClientError } from './http/client-error.js'
import { hostNameOf } from './http/hosts.js'
import { limitLoad } from './http/load-limit.js'
import { watchConnections } from './http/silent-connections.js'
import { createLinkHostHandler } from './link-host/handle-request.js'

/** Asked of an address, by whatever name; some probes put a query behind. */
const HEALTH = /^\/(livez|readyz)(\?|$)/

/**
 * One server for two worlds, told apart by the Host header: PUBLIC_URL's host goes to Express; every other
 * host is a link host or unknown, and goes to a small handler of its own, since Express alone would cost
 * more than all the rest of a redirect. Health answers on every host.
 */
export function createApiServer(ctx: AppContext): Server {
  const app = createApp(ctx)
  const linkHost = createLinkHostHandler(ctx)
  const publicHost = hostNameOf(new URL(ctx.config.publicUrl).host)
  const answer = limitLoad(ctx.config.maxRequestsInWork, (request, response) => {
    const isPublic =
      hostNameOf(request.headers.host) === publicHost && isReadable(request.url ?? '')
    if (isPublic) app(request, response)
    else linkHost(request, response)
  })
  const server = createServer(
    { keepAliveTimeout: 65_000 },
    (request: IncomingMessage, response: ServerResponse) => {
      if (ctx.isStopping()) response.shouldKeepAlive = false
      // A probe that is refused for the load would end a process that is busy.
      if (HEALTH.test(request.url ?? '')) app(request, response)
      else answer(request, response)
    },
  )
  return watchConnections(server).on('clientError', answerClientError)
}

/** Express answers a target that it can't read with a page of its own; the link host finds nothing there. */
function isReadable(target: string): boolean {
  return target.startsWith('/') || parseUrl(target) !== null
}
