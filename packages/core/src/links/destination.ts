import { parseUrl } from '../net/parse-url.js'

/** The rules for a project's destinations. Hosts may have a port, which is ignored in production. */
export type DestinationRules = {
  projectId: string
  /** LINK_BASE_HOST; it and all hosts below it are link hosts. */
  linkBaseHost: string
  publicUrlHost: string
  /** Default true. Outside production, ports count for these two hosts. */
  isProduction?: boolean
  /** Proved custom domains of all projects, which are link hosts too. */
  ownHosts?: readonly string[]
  /** Patterns such as `example.com` and `*.example.com`; empty allows any host. */
  allowedDestinations: readonly string[]
  /** Whether the patterns apply to this caller. They apply only to calls with the project key alone. */
  enforceAllowed: boolean
}

export const MAX_DESTINATION_LENGTH = 2048

/** Always allowed, because stores review what they publish. */
const STORE_HOSTS: ReadonlySet<string> = new Set([
  'apps.apple.com',
  'itunes.apple.com',
  'play.google.com',
])

// Control characters split headers, lone surrogates cannot be sent, and browsers read a backslash as a slash.
const FORBIDDEN_CHARACTER = /[\p{Cc}\p{Cs}\u2028\u2029\\]|^\p{Z}|\p{Z}$/u
const HTTP_SHAPE = /^https?:\/\/[^/?#]/i

/** Validates `actual_url` and `fallback_url` (docs/api-contract.md, "Destinations"). Returns the reason, or null. */
export function checkWebDestination(url: string, rules: DestinationRules): string | null {
  const reason = textReason(url)
  if (reason !== null) return reason
  if (!HTTP_SHAPE.test(url) || parseUrl(url) === null) {
    return 'Use a full http or https URL such as https://example.com/page.'
  }
  return hostReason(new URL(url), rules)
}

/** Validates `ios_url` and `android_url`: https or `service-{projectId}:`. Returns the reason, or null. */
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
 * Validates `social_image`. Link hosts are allowed, because nobody is redirected to an image. Returns the reason, or
 * null.
 */
export function checkImageUrl(url: string, rules: DestinationRules): string | null {
  const parsed = /^https?:\/\/[^\s\\]+$/i.test(url) ? parseUrl(url) : null
  if (parsed === null)
    return 'Use a full http or https URL such as https://example.com/picture.png.'
  return allowedReason(comparableHost(parsed.hostname), rules)
}

/** Validates a pattern of `allowed_destinations`. Returns the reason, or null. */
export function checkDestinationPattern(pattern: string): string | null {
  const host = pattern.replace(/^\*\./, '')
  const isHost = /^[^\s:/?#@\\*%[\]]+$/.test(host) && parseUrl(`https://${host}/`) !== null
  return isHost ? null : 'Use a host such as example.com, or *.example.com for all below it.'
}

/** The normalized host of a URL for comparison and storage, or null. */
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
  if (host === '') return 'Use a full http or https URL such as https://example.com/page.'
  if (isOwnHost(host, rules) && !isOtherServer(url, rules))
    return 'Use another host; a link must not lead to a link host or to the API.'
  return allowedReason(host, rules)
}

function allowedReason(
  host: string,
  { enforceAllowed, allowedDestinations }: DestinationRules,
): string | null {
  if (!enforceAllowed || isAllowed(host, allowedDestinations)) return null
  return 'Use a host from allowed_destinations, or ask the owner to add this host.'
}

function isOwnHost(host: string, rules: DestinationRules): boolean {
  const base = comparableHost(rules.linkBaseHost)
  const own = [base, rules.publicUrlHost, ...(rules.ownHosts ?? [])].map(comparableHost)
  return own.includes(host) || host.endsWith(`.${base}`)
}

/** Outside production, another port of the API's host is a different server. */
function isOtherServer(url: URL, rules: DestinationRules): boolean {
  const { isProduction = true, linkBaseHost, publicUrlHost } = rules
  const isMachine = [linkBaseHost, publicUrlHost].map(comparableHost).includes(url.hostname)
  return !isProduction && isMachine && url.port !== parseUrl(`http://${linkBaseHost}`)?.port
}

function isAllowed(host: string, patterns: readonly string[]): boolean {
  if (patterns.length === 0) return true
  return patterns.some((pattern) =>
    pattern.startsWith('*.')
      ? host.endsWith(`.${comparableHost(pattern.slice(2))}`)
      : host === comparableHost(pattern),
  )
}

function comparableHost(host: string): string {
  const url = `https://${host}/`
  const ascii = parseUrl(url)?.hostname ?? host.toLowerCase()
  return ascii.replace(/\.$/, '')
}
