import type { IncomingMessage, ServerResponse } from 'node:http'
import { domainError } from '@throughline/core/lib/errors'
import { ROBOTS_TXT } from '@throughline/core/links/robots-txt'
import type { AppContext } from '../context.js'
import type { Arrival } from '../http/arrival.js'
import { originFormOf } from '../http/origin-form.js'
import { requestIdOf } from '../http/request-id.js'
import { emptyAnswer, writeAnswer, type LinkHostAnswer } from './response.js'
import { serveAppSiteAssociation, serveAssetLinks } from './association-files.js'
import { followLink, noteOptions } from './follow-link.js'
import { createLinkHost, type LinkHost, type LinkHostCall } from './link-host.js'
import { answerError } from './errors.js'
import { recordDeviceReport } from './report-device.js'

/**
 * Handles requests on all hosts except PUBLIC_URL's. Uses plain node:http, because redirects are the hot path. Never
 * rejects.
 */
export function createLinkHostHandler(
  ctx: AppContext,
): <T extends LinkHostArrival>(arrival: T) => Promise<T> {
  const host = createLinkHost(ctx)
  const isLogged = ctx.config.accessLog === 'all'
  return async (arrival) => {
    const { asked, address, request, response } = arrival
    const requestId = requestIdOf(request, ctx.config.trustProxyHops)
    const call: Asked = { asked, address, request, response, route: 'none', projectId: undefined }
    let answer: LinkHostAnswer | null
    try {
      answer = await serve(host, call)
      writeAnswer(response, requestId, answer)
    } catch (error) {
      answer = reject(ctx, { error, request, response, requestId })
    }
    const { route, projectId } = call
    const method = request.method ?? ''
    const status = answer?.status ?? 500
    const ms = performance.now() - arrival.startedMs
    ctx.metrics.requests.record({ method, route, status, ms })
    if (isLogged) ctx.accessLog.write({ requestId, method, route, status, ms, projectId })
    return arrival
  }
}

function reject(
  ctx: Pick<AppContext, 'config' | 'logger' | 'metrics'>,
  failed: { error: unknown; request: IncomingMessage; response: ServerResponse; requestId: string },
): LinkHostAnswer | null {
  const { response, requestId } = failed
  try {
    if (response.headersSent) throw failed.error
    const answer = answerError(ctx, failed)
    writeAnswer(response, requestId, answer)
    return answer
  } catch (error) {
    ctx.logger.error({ err: error, requestId }, 'writing the response failed')
    response.destroy()
    return null
  }
}

type LinkHostArrival = Pick<Arrival, 'asked' | 'address' | 'request' | 'response' | 'startedMs'>

interface Asked extends Omit<LinkHostArrival, 'startedMs'> {
  route: string
  projectId: string | undefined
}

async function serve(host: LinkHost, incoming: Asked): Promise<LinkHostAnswer> {
  const { asked, address, request, response } = incoming
  const project = await host.lookups.project(asked, host.ctx.config.linkBaseHost)
  if (project === null)
    throw asked === host.publicHost ? nothingHere() : unknownHost(host.ctx.config)
  incoming.projectId = project.id
  const target = originFormOf(request.url ?? '', asked)
  const queryAt = target.indexOf('?')
  const path = queryAt < 0 ? target : target.slice(0, queryAt)
  const endpoint = findEndpoint(path)
  if (endpoint === null) throw nothingHere()
  incoming.route = endpoint.route ?? path
  const method = request.method ?? ''
  const rawQuery = queryAt < 0 ? '' : target.slice(queryAt + 1)
  const call = { request, host: asked, project, rawQuery, address }
  if (method === 'OPTIONS') {
    endpoint.onOptions?.(host, call)
    return emptyAnswer(204, { Allow: allowOf(endpoint) })
  }
  if (!endpoint.methods.includes(method)) {
    response.setHeader('Allow', allowOf(endpoint))
    throw domainError('method_not_allowed', `This address allows ${allowOf(endpoint)}.`)
  }
  return endpoint.run(host, call)
}

interface Endpoint {
  route?: string
  methods: readonly string[]
  run: (host: LinkHost, call: LinkHostCall) => LinkHostAnswer | Promise<LinkHostAnswer>
  /** Called for an OPTIONS request, whose response does not wait for it. */
  onOptions?: (host: LinkHost, call: LinkHostCall) => void
}

const READ = ['GET', 'HEAD']
const A_DAY = 'public, max-age=86400'

const ENDPOINTS = new Map<string, Endpoint>([
  ['/api/visits', { methods: ['POST'], run: recordDeviceReport }],
  ['/.well-known/assetlinks.json', { methods: READ, run: serveAssetLinks }],
  ['/.well-known/apple-app-site-association', { methods: READ, run: serveAppSiteAssociation }],
  // iOS also requests the file at this path.
  ['/apple-app-site-association', { methods: READ, run: serveAppSiteAssociation }],
  [
    '/robots.txt',
    {
      methods: READ,
      run: () => ({
        status: 200,
        headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': A_DAY },
        body: ROBOTS_TXT,
      }),
    },
  ],
  ['/favicon.ico', { methods: READ, run: () => emptyAnswer(204, { 'Cache-Control': A_DAY }) }],
])

/** The format of custom codes, which includes generated codes. */
const CODE_PATH = /^\/([A-Za-z0-9_-]{1,64})$/

function findEndpoint(path: string): Endpoint | null {
  const fixed = ENDPOINTS.get(path)
  if (fixed !== undefined) return fixed
  const code = CODE_PATH.exec(path)?.[1]
  if (code === undefined) return null
  return {
    route: '/:code',
    methods: READ,
    run: (host, call) => followLink(host, call, code),
    onOptions: (host, call) => void noteOptions(host, call, code),
  }
}

function allowOf({ methods }: Endpoint): string {
  return [...methods, 'OPTIONS'].join(', ')
}

function nothingHere() {
  return domainError('not_found', 'This address does not exist.')
}

/** Outside production, names the valid hosts, so that a typo in DNS or in a variable is easy to find. */
function unknownHost({ isProduction, publicUrl, linkBaseHost }: AppContext['config']) {
  const served = ` The API is at ${publicUrl}. Link hosts are {prefix}.${linkBaseHost} and proved domains.`
  const advice =
    'Check the Host header that the proxy passes on, and that a custom domain is added and proved.'
  return domainError(
    'unknown_host',
    `No project uses this host.${isProduction ? '' : served} ${advice}`,
  )
}
