import type { Client } from '../client.js'
import { ThroughlineError } from '../errors.js'
import { maskKey } from '../platform/log.js'
import type { Wire } from '../wire.js'
import type { OpenedLink } from './opened-link.js'
import type { ParsedUrl } from './parse-url.js'

/** Asks the service where a link leads. The click ids are the incoming URL's; its UTM stand in where the link has none. */
export async function openVerifiedLink(
  client: Client,
  code: string,
  parameters: ParsedUrl['parameters'],
): Promise<OpenedLink | null> {
  const link = await fetchPendingLinkByCode(client, code)
  if (link === null) {
    client.log.warn(`No link resolved for code "${code}"`)
    return null
  }
  const known = Object.entries(link).filter(([, value]) => value !== null)
  const values = { ...pick(parameters, INCOMING), ...Object.fromEntries(known) }
  return { source: 'verified_link', values, uncountedCode: code }
}

/** The names that count in an incoming URL: whatever else it says of a destination or a campaign may be anybody's. */
const INCOMING =
  /^(gclid|gbraid|fbclid|ttclid|twclid|li_fat_id|wbraid|msclkid|dclid|utm_(source|medium|campaign|term|content))$/

function pick(parameters: Wire, names: RegExp): Wire {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => names.test(name)))
}

async function fetchPendingLinkByCode(client: Client, code: string): Promise<Wire | null> {
  try {
    return await client.api({ method: 'GET', path: `/api/links/${code}` })
  } catch (error) {
    client.log.warn(`fetchPendingLinkByCode(${code}) failed: ${likelyCause(client, error)}`)
    return null
  }
}

/** What the app's developer has to look at. */
export function likelyCause({ config }: Client, error: unknown): string {
  if (!(error instanceof ThroughlineError)) return String(error)
  switch (error.code) {
    case 'no_connection':
      return 'no connection'
    case 'unauthorized':
      return `wrong project key ${maskKey(config.publicKey)}`
    case 'not_found':
      return 'link of another project, or no link at all'
    default:
      return error.message
  }
}
