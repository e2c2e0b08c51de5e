import type { Client } from '../client.js'
import { openVerifiedLink } from './open-verified-link.js'
import type { OpenedLink } from './opened-link.js'
import { codeOf, parseUrl, type ParsedUrl } from './parse-url.js'

/** Finds out what an incoming URL is; null, and a log line, where it is no link of the project. */
export async function openLink(client: Client, url: string): Promise<OpenedLink | null> {
  const parsed = parseUrl(url)
  if (parsed?.scheme === `service-${client.config.projectId}`) {
    const opened = openOwnScheme(client, parsed)
    if (opened !== null) return opened
  } else if (parsed !== null && parsed.host !== null && /^https?$/.test(parsed.scheme)) {
    const code = codeOf(parsed.path)
    if (code !== null && (await isServed(client, parsed.host)))
      return openVerifiedLink(client, code, parsed.parameters)
  }
  client.log.warn('Ignoring link that is not served by the service')
  return null
}

/** What the loading page wrote is all there is to know: no call is made. */
function openOwnScheme({ config }: Client, { parameters }: ParsedUrl): OpenedLink | null {
  const { actual_url: actualUrl, dyna_code: code } = parameters
  // Any page can open this scheme: what is no address of the web, or of the app itself, leads nowhere.
  const isDestination = new RegExp(`^(https?|service-${config.projectId})://`, 'i')
  if (actualUrl === undefined ? code === undefined : !isDestination.test(actualUrl)) return null
  return { source: 'loading_page', values: parameters, uncountedCode: null }
}

async function isServed({ domains, log }: Client, host: string): Promise<boolean> {
  try {
    return await domains.serves(host)
  } catch (error) {
    log.warn(`The link domains could not be fetched: ${String(error)}`)
    return false
  }
}
