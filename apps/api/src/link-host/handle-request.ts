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
import { answerRefusal } from './errors.js'
import { recordVisit } from './report-device.js'

/**
 * Makes the handler of every host that isn't PUBLIC_URL's (docs/api-contract.md, "Link host"). It stands on bare
 * node:http, since a redirect is the one request whose cost everybody feels.
 *
 * @returns resolves to its argument when the answer is made; never rejects
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

/** @returns the answer; null if none could be written */
function reject(
  ctx: Pick<AppContext, 'logger' | 'metrics'>,
  failed: { error: unknown; request: IncomingMessage; response: ServerResponse; requestId: string },
): LinkHostAnswer | null {
  const { response, requestId } = failed
  try {
    if (response.headersSent) throw failed.error
    const answer = answerRefusal(ctx, failed)
    writeAnswer(response, requestId, answer)
    return answer
  } catch (error) {
    ctx.logger.error({ err: error, requestId }, 'response could not be written')
    response.destroy()
    return null
  }
}

type LinkHostArrival = Pick<Arrival, 'asked' | 'address' | 'request' | 'response' | 'startedMs'>

interface Asked extends Omit<LinkHostArrival, 'startedMs'> {
  /** Template of the endpoint, once it is known. */
  route: string
  /** Once it is known. */
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
    throw domainError('method_not_allowed', `This address takes ${allowOf(endpoint)}.`)
  }
  return endpoint.run(host, call)
}

interface Endpoint {
  /** Its template; its path where it has no parameter. */
  route?: string
  methods: readonly string[]
  run: (host: LinkHost, call: LinkHostCall) => LinkHostAnswer | Promise<LinkHostAnswer>
  /** Told of an OPTIONS request, whose answer does not wait for it. */
  onOptions?: (host: LinkHost, call: LinkHostCall) => void
}

const READ = ['GET', 'HEAD']
const A_DAY = 'public, max-age=86400'

/** What a link host serves beside its codes. */
const ENDPOINTS = new Map<string, Endpoint>([
  ['/api/visits', { methods: ['POST'], run: recordVisit }],
  ['/.well-known/assetlinks.json', { methods: READ, run: serveAssetLinks }],
  ['/.well-known/apple-app-site-association', { methods: READ, run: serveAppSiteAssociation }],
  // Where iOS looks second.
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

/** What own codes may look like, which covers generated ones too. */
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
  return domainError('not_found', 'There is nothing at this address.')
}

/** A host with a typo, in DNS or in a variable, is found sooner where the answer says what would be served. */
function unknownHost({ isProduction, publicUrl, linkBaseHost }: AppContext['config']) {
  const served = ` The API is at ${publicUrl}. Link hosts are {prefix}.${linkBaseHost} and verified domains.`
  return domainError('unknown_host', `No project uses this host.${isProduction ? '' : served}`)
}
