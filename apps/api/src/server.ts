import { metricsProblem } from '@throughline/runtime/ops-server'
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
import { trackSockets } from './http/idle-sockets.js'
import { createLinkHostHandler } from './link-host/handle-request.js'
import { routes } from './routes.js'

/** Limit for receiving a request; the largest body is 1 MB. Checked every second. */
const REQUEST_MS = 10_000
const LOOK_AT_REQUESTS_MS = 1_000
/** A connection without progress is closed after this time: its client does not read. No response takes as long. */
const STUCK_MS = 30_000
/** Longer than load balancers keep an idle connection, so that none is closed while they use it. */
const IDLE_MS = 65_000

/** A device report fits into one packet and comes with its head. */
const REPORT_MS = 3_000

const UNTRUSTED_PROXY =
  'most requests come from an untrusted proxy, so all visitors have its address: set TRUST_PROXY to the number of proxies'

/** Requested by address under any name; some probes append a query. */
const OPS = /^\/(livez|readyz|readyz\/links|metrics)(\?|$)/

/** PUBLIC_URL's host goes to Express; all others to a small handler, because Express costs more than a redirect. */
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
        load.releaseWhenAnswered(arrival)
        keepAddress(arrival)
        app(arrival.request, arrival.response)
      } else void linkHost(arrival).then(load.release)
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
    // A page retries its device report after a 503.
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
      if (hasTwoHosts(request)) rejectTwoHosts(response)
      // A probe that is rejected because of load would make the orchestrator restart a busy process.
      else if (isForOps(request, ctx.config.secrets.metricsToken)) app(request, response)
      else answer(request, response)
    }),
  )
  server.setTimeout(STUCK_MS)
  server.on('close', observeEventLoop(shedder))
  return trackSockets(server).on('clientError', answerClientError)
}

/** Whether a request is a probe, or a scrape of the metrics with the token: a link may have the code `metrics`. */
function isForOps(request: IncomingMessage, metricsToken: string | undefined): boolean {
  const found = OPS.exec(request.url ?? '')
  return (
    found !== null && (found[1] !== 'metrics' || metricsProblem(request, metricsToken) === null)
  )
}

/** Express responds with its own page to a target that it cannot parse; the link host responds 404. */
function isReadable(target: string): boolean {
  return target.startsWith('/') || parseUrl(target) !== null
}
