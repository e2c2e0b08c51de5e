import { parseUrl } from '@throughline/core/net/parse-url'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createApp } from './app.js'
import type { AppContext } from './context.js'
import { keepAddress, type Arrival } from './http/arrival.js'
import { createBodyLimits } from './http/body-limits.js'
import { createClientAddresses } from './http/client-address.js'
import { answerClientError, hasTwoHosts, rejectTwoHosts } from './http/client-error.js'
import { hostNameOf } from './domain/links/hosts.js'
import { createLoadLimit } from './http/load-limit.js'
import { boundPipelining } from './http/pipelining.js'
import { createBodyReceiver, hasBody } from './http/receive-body.js'
import { createRejection } from './http/reject-request.js'
import { LoadShedder, observeEventLoop } from './http/shed-load.js'
import { closeIdleSockets } from './http/idle-sockets.js'
import { createLinkHostHandler } from './link-host/handle-request.js'
import { routes } from './routes.js'

/** Within which a request must have come whole; the largest body is 1 MB. Looked at every second. */
const REQUEST_MS = 10_000
const LOOK_AT_REQUESTS_MS = 1_000
/** After which a connection is ended on which nothing moves: its client does not read. No answer takes as long. */
const STUCK_MS = 30_000
/** Longer than load balancers keep an idle connection, so that none is closed as they use it. */
const IDLE_MS = 65_000

/** The report of a visit fits in a packet and comes with its head. */
const REPORT_MS = 3_000

const UNTRUSTED_PROXY =
  'most requests come from a proxy that is not trusted: all visitors have its address; set TRUST_PROXY to the number of proxies'

/** Asked of an address, by whatever name; some probes put a query behind. */
const HEALTH = /^\/(livez|readyz|readyz\/links)(\?|$)/

/**
 * One server for two worlds, told apart by the Host header: PUBLIC_URL's host goes to Express; every other
 * host is a link host or unknown, and goes to a small handler of its own, since Express alone would cost
 * more than all the rest of a redirect. Health answers on every host.
 */
export function createApiServer(ctx: AppContext): Server {
  const app = createApp(ctx)
  const linkHost = createLinkHostHandler(ctx)
  const publicHost = hostNameOf(new URL(ctx.config.publicUrl).host)
  const addresses = createClientAddresses(ctx.config.trustProxyHops, (peer) =>
    ctx.logger.warn({ peer }, UNTRUSTED_PROXY),
  )
  const reject = createRejection(ctx)
  const load = createLoadLimit<Arrival>({
    max: ctx.config.maxRequestsInWork,
    reject,
    start: (arrival) => {
      if (arrival.isApi) {
        load.leaveWhenAnswered(arrival)
        keepAddress(arrival)
        app(arrival.request, arrival.response)
      } else void linkHost(arrival).then(load.leave)
    },
  })
  const receiveBody = createBodyReceiver<Arrival>({
    limitOf: createBodyLimits(routes),
    withinMs: ({ isApi }) => (isApi ? undefined : REPORT_MS),
    onComplete: load.offer,
    onRejected: reject,
  })
  const shedder = new LoadShedder()
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const asked = hostNameOf(request.headers.host)
    const address = addresses.addressOf(request)
    const client = addresses.clientOf(request, address)
    const isApi = asked === publicHost && isReadable(request.url ?? '')
    const startedMs = performance.now()
    const arrival = { request, response, startedMs, asked, address, client, isApi }
    // A page reports its visit again after a 503.
    const kind = isApi || request.method === 'POST' ? 'call' : 'visit'
    if (load.isBusy() && shedder.sheds(kind)) reject(arrival)
    else if (hasBody(request)) receiveBody(arrival)
    else load.offer(arrival)
  }
  const server = createServer(
    {
      keepAliveTimeout: IDLE_MS,
      requestTimeout: REQUEST_MS,
      headersTimeout: REQUEST_MS,
      connectionsCheckingInterval: LOOK_AT_REQUESTS_MS,
    },
    boundPipelining((request, response) => {
      if (ctx.isStopping()) response.shouldKeepAlive = false
      if (hasTwoHosts(request)) rejectTwoHosts(response)
      // A probe that is refused for the load would end a process that is busy.
      else if (HEALTH.test(request.url ?? '')) app(request, response)
      else answer(request, response)
    }),
  )
  server.setTimeout(STUCK_MS)
  server.on('close', observeEventLoop(shedder))
  return closeIdleSockets(server).on('clientError', answerClientError)
}

/** Express answers a target that it can't read with a page of its own; the link host finds nothing there. */
function isReadable(target: string): boolean {
  return target.startsWith('/') || parseUrl(target) !== null
}
