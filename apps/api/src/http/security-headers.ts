import { IncomingMessage, ServerResponse, type OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { hostNameOf } from '../domain/links/hosts.js'

const A_YEAR_SECONDS = 31_536_000

/** Header for JSON written outside Express: browsers must not interpret it as another type. */
export const NO_SNIFF = { 'X-Content-Type-Options': 'nosniff' } as const

/** HSTS covers only PUBLIC_URL's host, and only over https: link hosts below it may be served without TLS. */
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

/** The headers that helmet sets, computed once: its middleware chain costs more than the headers. */
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
  // These headers only affect obsolete browsers and files that this server does not serve.
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const

/** All assets of the API reference come from this server. */
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

/**
 * Policy of the panel's page. Its component library adds style elements with the nonce. Images may come from any https
 * host, because link previews show the owner's images.
 */
export function panelPagePolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Policy for generated images, because an SVG that is opened directly is a document. */
export const IMAGE_POLICY = {
  'Content-Security-Policy': "default-src 'none'; sandbox",
} as const

/** Headers of link hosts, which run without helmet: only elements with the nonce, only inline images. */
export function linkPagePolicy(nonce: string, { hasPicture }: { hasPicture: boolean }): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src 'nonce-${nonce}'`,
    ...(hasPicture ? ['img-src data:'] : []),
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Headers of a preview in a frame of the panel: a separate origin, no scripts. Only the panel may frame it. */
export function previewPageHeaders(
  nonce: string,
  { hasPicture }: { hasPicture: boolean },
): OutgoingHttpHeaders {
  const policy = [
    'sandbox',
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(hasPicture ? ['img-src data:'] : []),
    "frame-ancestors 'self'",
  ].join('; ')
  return { 'Content-Security-Policy': policy, 'X-Frame-Options': 'SAMEORIGIN' }
}

/** The Referrer-Policy of a link host's page: other sites receive the host, never the code. */
export const LINK_PAGE_REFERRER_POLICY = 'strict-origin-when-cross-origin'

const EXPOSED = 'X-Request-Id, Retry-After, Location, RateLimit, RateLimit-Policy'
const ALLOWED = 'x-project-key, content-type, idempotency-key'
const PREFLIGHT_SECONDS = '600'

/** Allows any origin to read a response; only for SDK routes (docs/api-contract.md, "CORS"). */
export function allowAnyOrigin(response: Response): void {
  response.setHeader('Access-Control-Allow-Origin', '*')
  response.setHeader('Access-Control-Expose-Headers', EXPOSED)
}

/** Answers a preflight for the key-only methods of a path; never Authorization or credentials. */
export function answerPreflight(response: Response, methods: string[]): void {
  allowAnyOrigin(response)
  response.set('Access-Control-Allow-Methods', methods.join(', '))
  response.set('Access-Control-Allow-Headers', ALLOWED)
  response.set('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  response.status(204).end()
}
