import { parseUrl } from '../net/parse-url.js'

/** What a project's destinations are judged by. Hosts may carry a port, which is ignored. */
export type DestinationRules = {
  projectId: string
  /** LINK_BASE_HOST: it and all hosts under it are link hosts of ours. */
  linkBaseHost: string
  /** The host of PUBLIC_URL. */
  publicUrlHost: string
  /** Custom domains that any project has proved; link hosts too. */
  ownHosts?: readonly string[]
  /** Patterns like `example.com` and `*.example.com`; none means any host. */
  allowedDestinations: readonly string[]
  /** Whether the patterns bind this caller: they bind those that come by key alone. */
  enforceAllowed: boolean
}

export const MAX_DESTINATION_LENGTH = 2048

/** Stores sell only what they have reviewed, so `allowed_destinations` need not name them. */
const STORE_HOSTS: ReadonlySet<string> = new Set([
  'apps.apple.com',
  'itunes.apple.com',
  'play.google.com',
])

// Controls split headers and lone surrogates cannot be sent; browsers read a backslash as a slash
// and drop spaces at the ends.
const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Cs}\u2028\u2029\\]|^\p{Z}|\p{Z}$/u
const HTTP_SHAPE = /^https?:\/\/[^/?#]/i

/** Why `actual_url` or `fallback_url` may not be this, or null (docs/api-contract.md, "Destinations"). */
export function checkWebDestination(url: string, rules: DestinationRules): string | null {
  const reason = textReason(url)
  if (reason !== null) return reason
  if (!HTTP_SHAPE.test(url) || parseUrl(url) === null) {
    return 'Use a full http or https URL, as in https://example.com/page.'
  }
  return hostReason(new URL(url), rules)
}

/**
 * Why `ios_url` or `android_url` may not be this, or null: https, or the project's own scheme
 * `service-{projectId}:`.
 */
export function checkAppDestination(url: string, rules: DestinationRules): string | null {
  const reason = textReason(url)
  if (reason !== null) return reason
  const ownScheme = `service-${rules.projectId.toLowerCase()}:`
  if (url.toLowerCase().startsWith(ownScheme) && parseUrl(url) !== null) return null

  if (!HTTP_SHAPE.test(url) || !/^https:/i.test(url) || parseUrl(url) === null) {
    return `Use an https URL or one that starts with ${ownScheme}//.`
  }
  const parsed = new URL(url)
  const isStore = STORE_HOSTS.has(comparableHost(parsed.hostname))
  return hostReason(parsed, isStore ? { ...rules, enforceAllowed: false } : rules)
}

/**
 * Why `social_image` may not be this, or null: any http or https URL of an allowed host. Others show the picture and nobody
 * is led to it, so that link hosts pass.
 */
export function checkImageUrl(url: string, rules: DestinationRules): string | null {
  const parsed = /^https?:\/\/[^\s\\]+$/i.test(url) ? parseUrl(url) : null
  if (parsed === null) return 'Use a full http or https URL, as in https://example.com/picture.png.'
  return allowedReason(comparableHost(parsed.hostname), rules)
}

/** Why a text is no pattern for `allowed_destinations`, or null. */
export function checkDestinationPattern(pattern: string): string | null {
  const host = pattern.replace(/^\*\./, '')
  const isHost = /^[^\s:/?#@\\*%[\]]+$/.test(host) && parseUrl(`https://${host}/`) !== null
  return isHost ? null : 'Use a host such as example.com, or *.example.com for all below it.'
}

/** The host of a URL in the form in which hosts are compared and stored, or null where it has none. */
export function destinationHost(url: string): string | null {
  return comparableHost(parseUrl(url)?.hostname ?? '') || null
}

function textReason(url: string): string | null {
  if (url.length > MAX_DESTINATION_LENGTH) {
    return `Use a URL of at most ${MAX_DESTINATION_LENGTH} characters.`
  }
  if (FORBIDDEN_CHARACTER.test(url)) {
    return 'Remove control characters, backslashes and outer spaces from the URL.'
  }
  return null
}

function hostReason(url: URL, rules: DestinationRules): string | null {
  if (url.username !== '' || url.password !== '') {
    return 'Remove the user name and password from the URL.'
  }
  const host = comparableHost(url.hostname)
  if (host === '') return 'Use a full http or https URL, as in https://example.com/page.'
  if (isOwnHost(host, rules)) return 'Use another host; a link may not lead to a link host.'
  return allowedReason(host, rules)
}

function allowedReason(
  host: string,
  { enforceAllowed, allowedDestinations }: DestinationRules,
): string | null {
  if (!enforceAllowed || isAllowed(host, allowedDestinations)) return null
  return 'Use one of the hosts in allowed_destinations, or have this host added to them.'
}

function isOwnHost(host: string, rules: DestinationRules): boolean {
  const base = comparableHost(rules.linkBaseHost)
  const own = [base, rules.publicUrlHost, ...(rules.ownHosts ?? [])].map(comparableHost)
  return own.includes(host) || host.endsWith(`.${base}`)
}

function isAllowed(host: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true
  return patterns.some((pattern) =>
    pattern.startsWith('*.')
      ? host.endsWith(`.${comparableHost(pattern.slice(2))}`)
      : host === comparableHost(pattern),
  )
}

/** A host without port, case and trailing dot, in ASCII, so that spellings compare equal. */
function comparableHost(host: string): string {
  const url = `https://${host}/`
  const ascii = parseUrl(url)?.hostname ?? host.toLowerCase()
  return ascii.replace(/\.$/, '')
}
