import type { Client } from '../client.js'
import { codeOf, likelyCause } from '../errors.js'
import type { LinkEventSource } from '../link-event.js'
import { tryCatch } from '../platform/try-catch.js'
import { text, type Wire } from '../wire.js'
import { withQuery } from './link-values.js'
import { parseUrl, type ParsedUrl } from './parse-url.js'

/** The result of resolving an incoming URL, by wire name. */
export interface OpenedLink {
  readonly source: LinkEventSource
  readonly values: Wire
  /** A code whose click the service has not seen; the link host has counted the others. */
  readonly uncountedCode?: string
}

export async function openLink(client: Client, url: string): Promise<OpenedLink | null> {
  const { config, domains, log } = client
  const { scheme, host, code, parameters } = parseUrl(url) ?? {}
  if (parameters && scheme === config.scheme && leadsSomewhere(parameters, scheme))
    return { source: 'loading_page', values: parameters }
  if (parameters && code && host) {
    const isServed = await tryCatch(log, 'Link domains', () => domains.serves(host))
    if (isServed) return openVerifiedLink(client, code, parameters)
    // The host's owner is unknown; the previous log line says why.
    if (isServed === undefined) return null
  }
  log('Ignoring link that is not served by the service')
  return null
}

/** Any page can open an app's scheme: only http(s) URLs and the app's own scheme are valid destinations. */
export function leadsSomewhere(parameters: ParsedUrl['parameters'], scheme: string): boolean {
  const { actual_url: url, dyna_code: code } = parameters
  return url === undefined
    ? code !== undefined
    : new RegExp(`^(https?|${scheme})://`, 'i').test(url)
}

/** Asks the service for a link's destination. Adds the incoming URL's click ids, and its UTM if the link has none. */
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
    // Other errors say nothing about the code.
    if (!/^(not_found|gone)$/.test(String(codeOf(error)))) return null
  }
  log(`No link resolved for code "${code}"`)
  return null
}
