import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import got, { type OptionsInit } from 'got'
import { readRehearsalEnv } from '../config.js'
import { must } from './must.js'

/** The installation that the rehearsal calls. */
export interface Installation {
  publicUrl: string
  projectKey: string
  adminToken: string
  /** `{prefix}.{LINK_BASE_HOST}`, as the CLI prints it. */
  linkHost: string
  /** The retry base of its worker, or null when it is not known to be short. */
  retryBaseMs: number | null
}

/**
 * Returns the installation at `--against`. Key, token and link host are read from THROUGHLINE_PROJECT_KEY,
 * THROUGHLINE_ADMIN_TOKEN and THROUGHLINE_LINK_HOST. They default to those of the demo project, which `npm start`
 * stores in THROUGHLINE_HOME.
 */
export async function findRunningStack(publicUrl: string): Promise<Installation> {
  const env = readRehearsalEnv()
  const demo = await readDemo(resolve(env.home))
  const projectKey = env.projectKey ?? demo.project_key
  const adminToken = env.adminToken ?? demo.admin_token
  const linkHost = env.linkHost ?? demo.link_host
  if (!projectKey || !adminToken || !linkHost)
    throw new Error(
      'The project is unknown. Set THROUGHLINE_PROJECT_KEY, THROUGHLINE_ADMIN_TOKEN and THROUGHLINE_LINK_HOST, or run "npm start" with the same THROUGHLINE_HOME.',
    )
  return {
    publicUrl: publicUrl.replace(/\/+$/, ''),
    projectKey,
    adminToken,
    linkHost,
    retryBaseMs: null,
  }
}

type Demo = Partial<Record<'project_key' | 'admin_token' | 'link_host', string | null>>

async function readDemo(home: string): Promise<Demo> {
  const text = await readFile(join(home, 'demo.json'), 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}'
    throw error
  })
  return JSON.parse(text) as Demo
}

export interface Reply {
  status: number
  headers: Record<string, string | string[] | undefined>
  text: string
}

/** Calls the API. `isApp` omits the admin token, as an app's SDK does. */
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

/** Calls the API and returns the parsed body. Throws if the status differs from `what.status`. */
export async function expectApi<Body>(
  where: Installation,
  what: Parameters<typeof callApi>[1] & { status: number },
): Promise<Body> {
  const reply = await callApi(where, what)
  must(
    reply.status === what.status,
    `${what.method} ${what.path} must return ${what.status}, but returned ${reply.status}: ${reply.text.slice(0, 500)}`,
  )
  return JSON.parse(reply.text) as Body
}

/**
 * Opens a URL of a link host as a phone does. Connects to the API and sends the link host's name in the Host header,
 * because not every machine resolves names under localhost.
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

/** Longer than any response takes. */
const TIMEOUT_MS = 300_000

/** Sends one request. Returns redirects and error statuses as responses. */
async function send(
  url: string,
  { headers, ...what }: Pick<OptionsInit, 'method' | 'headers' | 'json'>,
): Promise<Reply> {
  const reply = await got(url, {
    ...what,
    // No user agent by default, because the API reads the device from it.
    headers: { 'user-agent': undefined, ...headers },
    decompress: false,
    followRedirect: false,
    throwHttpErrors: false,
    retry: { limit: 0 },
    timeout: { request: TIMEOUT_MS },
  })
  return { status: reply.statusCode, headers: reply.headers, text: reply.body }
}
