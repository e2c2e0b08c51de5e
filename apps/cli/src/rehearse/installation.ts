import got, { type OptionsInit } from 'got'
import { must } from './must.js'

/** Where the story is played. */
export interface Installation {
  publicUrl: string
  projectKey: string
  adminToken: string
  /** `{prefix}.{LINK_BASE_HOST}`, as the CLI prints it. */
  linkHost: string
  /** The retry base of its worker, or null when it is not known to be short. */
  retryBaseMs: number | null
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** A management or SDK call; `isApp` leaves the admin token out, as an app's SDK does. */
export function callApi(
  where: Pick<Installation, 'publicUrl' | 'projectKey' | 'adminToken'>,
  what: {
    method: 'GET' | 'POST' | 'PUT' | 'DELETE'
    path: string
    body?: unknown
    isApp?: boolean
  },
): Promise<Reply> {
  const { method, path, body } = what
  const headers: Record<string, string> = { 'x-project-key': where.projectKey }
  if (what.isApp !== true) headers['authorization'] = `Bearer ${where.adminToken}`
  return send(`${where.publicUrl}${path}`, { method, headers, json: body })
}

/** The same, and its answer parsed, or the end of the rehearsal when the status is another. */
export async function expectApi<Body>(
  where: Installation,
  what: Parameters<typeof callApi>[1] & { status: number },
): Promise<Body> {
  const reply = await callApi(where, what)
  must(
    reply.status === what.status,
    `${what.method} ${what.path} answers ${what.status}; it answered ${reply.status}: ${reply.text.slice(0, 500)}`,
  )
  return JSON.parse(reply.text) as Body
}

/**
 * Opens an address of a link host as a phone would. The connection goes to where the API is, with the link
 * host's name in the Host header: not every machine resolves names under localhost.
 */
export function openOnPhone(
  where: Pick<Installation, 'publicUrl' | 'linkHost'>,
  what: {
    path: string
    userAgent: string
    method?: 'GET' | 'POST'
    body?: unknown
    headers?: Record<string, string>
  },
): Promise<Reply> {
  const { method = 'GET', path, body } = what
  const headers = {
    host: where.linkHost,
    'user-agent': what.userAgent,
    'accept-language': 'en-GB,en;q=0.9',
    ...what.headers,
  }
  return send(`${where.publicUrl}${path}`, { method, headers, json: body })
}

/** Longer than any answer takes. */
const TIMEOUT_MS = 300_000

/** Sends one request. A redirect is an answer, and so is an error status. */
async function send(
  url: string,
  { headers, ...what }: Pick<OptionsInit, 'method' | 'headers' | 'json'>,
): Promise<Reply> {
  const reply = await got(url, {
    ...what,
    // Without a user agent unless one is given: the API reads the device from it.
    headers: { 'user-agent': undefined, ...headers },
    decompress: false,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: TIMEOUT_MS },
  })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body }
}
