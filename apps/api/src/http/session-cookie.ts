import type { OutgoingHttpHeaders } from 'node:http'
import { STATE_LIFETIME_SECONDS } from '@throughline/db/accounts/oidc-states'
import type { Request } from 'express'
import type { Config } from '../config.js'

type Place = Pick<Config, 'publicUrl' | 'isProduction'>

export type SentSession =
  | { kind: 'none' }
  /** The request has a cookie but does not come from the panel on PUBLIC_URL. */
  | { kind: 'other_origin' }
  | { kind: 'token'; token: string }

/** Reads the cookie as docs/api-contract.md, "Panel and accounts", permits. */
export function readSession(config: Place, request: Request): SentSession {
  return readIf(isFromPanel, config, request)
}

/** Reads the cookie of a navigation, which cannot send the panel's header. Only for URLs that contain a ticket. */
export function readNavigation(config: Place, request: Request): SentSession {
  return readIf(isSameOrigin, config, request)
}

function readIf(
  isAllowed: (config: Place, request: Request) => boolean,
  config: Place,
  request: Request,
): SentSession {
  if (request.get('authorization') !== undefined) return { kind: 'none' }
  const token = readCookie(request, cookieName(config, 'session'))
  if (token === null) return { kind: 'none' }
  return isAllowed(config, request) ? { kind: 'token', token } : { kind: 'other_origin' }
}

/**
 * Whether a request comes from the panel on PUBLIC_URL. No CORS response allows its header, so no other origin can send
 * it. On plain http off localhost browsers send neither Sec-Fetch-Site nor, with GET, Origin.
 */
export function isFromPanel(config: Pick<Config, 'publicUrl'>, request: Request): boolean {
  return namesPanel(request) && isSameOrigin(config, request)
}

function isSameOrigin({ publicUrl }: Pick<Config, 'publicUrl'>, request: Request): boolean {
  const site = request.get('sec-fetch-site')
  if (site !== undefined) return site === 'same-origin'
  const origin = request.get('origin')
  return origin === undefined || origin === new URL(publicUrl).origin
}

export function namesPanel(request: Request): boolean {
  return request.get('x-throughline-panel') === '1'
}

type CookieUse = 'session' | 'browser' | 'oidc'

/** Localhost shares cookies over ports, so outside production the name ends in the port. */
function cookieName({ publicUrl, isProduction }: Place, use: CookieUse): string {
  const { protocol, port } = new URL(publicUrl)
  const isSecure = protocol === 'https:'
  const place = isProduction ? '' : `-${port === '' ? (isSecure ? '443' : '80') : port}`
  return `${isSecure ? '__Host-' : ''}throughline-${use}${place}`
}

export function readBrowserCookie(
  config: Place,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  return readNamed(headers['cookie'], cookieName(config, 'browser'))
}

/** The code verifier of the OIDC sign-in that this browser has begun. */
export function readOidcCookie(
  config: Place,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  return readNamed(headers['cookie'], cookieName(config, 'oidc'))
}

export function readSessionCookie(
  config: Place,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): string | null {
  return readNamed(headers['cookie'], cookieName(config, 'session'))
}

function readCookie(request: Request, name: string): string | null {
  return readNamed(request.get('cookie'), name)
}

function readNamed(header: string | string[] | undefined, name: string): string | null {
  const pairs = String(header ?? '').split(';')
  const found = pairs.map((pair) => pair.trim()).find((pair) => pair.startsWith(`${name}=`))
  const value = found?.slice(name.length + 1) ?? ''
  return value === '' ? null : value
}

const MAX_AGE_SECONDS: Record<CookieUse, number> = {
  session: 30 * 86_400,
  browser: 365 * 86_400,
  oidc: STATE_LIFETIME_SECONDS,
}

/** The browser returns from the provider, another site, by a navigation. Strict cookies are not sent with it. */
const SAME_SITE: Record<CookieUse, string> = { session: 'Strict', browser: 'Strict', oidc: 'Lax' }

/** `Set-Cookie` for these values; null removes a cookie. */
export function setCookies(
  config: Place,
  values: Partial<Record<CookieUse, string | null>>,
): OutgoingHttpHeaders {
  const isSecure = config.publicUrl.startsWith('https:')
  const cookies = Object.entries(values).map(([name, value]) => {
    const use = name as CookieUse
    const maxAge = value === null ? 0 : MAX_AGE_SECONDS[use]
    const attributes = `Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=${SAME_SITE[use]}${isSecure ? '; Secure' : ''}`
    return `${cookieName(config, use)}=${value ?? ''}; ${attributes}`
  })
  return { 'Set-Cookie': cookies }
}
