import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler } from 'express'
import helmet from 'helmet'
import { hostNameOf } from './hosts.js'

const A_YEAR_SECONDS = 31_536_000

/** For JSON that is written outside Express: no browser may take it for anything else. */
export const NO_SNIFF = { 'X-Content-Type-Options': 'nosniff' } as const

/**
 * The security headers of PUBLIC_URL's host. HSTS covers that host alone, and only where PUBLIC_URL is https: the hosts
 * below it, link hosts among them, may be served without TLS. Health answers of other hosts get none. Pages set their
 * own Content-Security-Policy. The link host sets its own headers.
 */
export function securityHeaders(publicUrl: string): RequestHandler {
  const { protocol, host } = new URL(publicUrl)
  const publicHost = hostNameOf(host)
  const withoutHsts = headersOf(helmet({ ...COMMON, strictTransportSecurity: false }))
  const withHsts = headersOf(
    helmet({
      ...COMMON,
      strictTransportSecurity: { maxAge: A_YEAR_SECONDS, includeSubDomains: false },
    }),
  )
  return (request, response, next) => {
    const isPublicHost = protocol === 'https:' && hostNameOf(request.headers.host) === publicHost
    for (const [name, value] of isPublicHost ? withHsts : withoutHsts)
      response.setHeader(name, value)
    next()
  }
}

/**
 * The headers that helmet sets: they do not depend on the request, and its chain of middleware costs more per request
 * than the headers.
 */
function headersOf(middleware: ReturnType<typeof helmet>): [name: string, value: string][] {
  const headers: [string, string][] = []
  const request = new IncomingMessage(new Socket())
  const response = new ServerResponse(request)
  response.setHeader = (name, value) => {
    headers.push([name, String(value)])
    return response
  }
  middleware(request, response, () => undefined)
  return headers
}

const COMMON = {
  contentSecurityPolicy: false,
  xFrameOptions: { action: 'deny' },
  // For browsers that are gone, and files that are not served here.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/** Everything that the page of the API reference loads comes from this server. */
export const docsPagePolicy: RequestHandler = helmet.contentSecurityPolicy({
  useDefaults: false,
  directives: {
    defaultSrc: ["'none'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'"],
    imgSrc: ["'self'", 'data:'],
    connectSrc: ["'self'"],
    baseUri: ["'none'"],
    formAction: ["'none'"],
    frameAncestors: ["'none'"],
  },
})
