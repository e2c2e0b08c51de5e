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
  const withoutHsts = helmet({ ...COMMON, strictTransportSecurity: false })
  if (protocol !== 'https:') return withoutHsts
  const withHsts = helmet({
    ...COMMON,
    strictTransportSecurity: { maxAge: A_YEAR_SECONDS, includeSubDomains: false },
  })
  return (request, response, next) => {
    const isPublicHost = hostNameOf(request.headers.host) === publicHost
    ;(isPublicHost ? withHsts : withoutHsts)(request, response, next)
  }
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
