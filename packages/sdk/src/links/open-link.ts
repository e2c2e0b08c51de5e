import type { Client } from '../client.js'
import { codeOf, likelyCause } from '../errors.js'
import type { LinkEventSource } from '../link-event.js'
import { tryCatch } from '../platform/try-catch.js'
import { text, type Wire } from '../wire.js'
import { withQuery } from './link-values.js'
import { parseUrl, type ParsedUrl } from './parse-url.js'

/** What became known of an incoming URL, under the names on the wire. */
export interface OpenedLink {
  readonly source: LinkEventSource
  readonly values: Wire
  /** The code whose click the service has not seen yet: the link host has counted those that it was asked for. */
  readonly uncountedCode?: string
}

/** Finds out what an incoming URL is; null, and a log line, where it is no link of the project. */
export async function openLink(client: Client, url: string): Promise<OpenedLink | null> {
  const { config, domains, log } = client
  const { scheme, host, code, parameters } = parseUrl(url) ?? {}
  if (parameters && scheme === config.scheme && leadsSomewhere(parameters, scheme))
    return { source: 'loading_page', values: parameters }
  if (parameters && code && host) {
    const isServed = await tryCatch(log, 'Link domains', () => domains.serves(host))
    if (isServed) return openVerifiedLink(client, code, parameters)
    // Nobody knows whose host it is, and the line before says why.
    if (isServed === undefined) return null
  }
  log('Ignoring link that is not served by the service')
  return null
}

/** Any page can open an app's scheme: what is no address of the web, or of the app itself, is none to go to. */
export function leadsSomewhere(parameters: ParsedUrl['parameters'], scheme: string): boolean {
  const { actual_url: url, dyna_code: code } = parameters
  return url === undefined
    ? code !== undefined
    : new RegExp(`^(https?|${scheme})://`, 'i').test(url)
}

/** Asks the service where a link leads. The incoming URL's click ids count, and its UTM where the link has none. */
async function openVerifiedLink(
  { api, log }: Client,
  code: string,
  parameters: Wire,
): Promise<OpenedLink | null> {
  try {
    const link = await api('GET', `/api/links/${code}`)
    if (text(link, 'code'))
      return { source: 'verified_link', values: withQuery(link, parameters), uncountedCode: code }
  } catch (error) {
    log(`fetchPendingLinkByCode(${code}) failed: ${likelyCause(error)}`)
    // Anything else says nothing about the code.
    if (!/^(not_found|gone)$/.test(String(codeOf(error)))) return null
  }
  log(`No link resolved for code "${code}"`)
  return null
}
