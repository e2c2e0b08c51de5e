export interface ParsedUrl {
  /** Lower case, without its colon. */
  readonly scheme: string
  /** Lower case, without port; null where it is none that could be a link host. */
  readonly host: string | null
  /** Where the URL has the shape of a short link, its code; else null. */
  readonly code: string | null
  readonly parameters: Readonly<Record<string, string>>
}

const PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)[^?#]*(?:\?([^#]*))?/i
const SHORT_LINK = /^https?:\/\/[^/?#]+\/([A-Za-z0-9_-]{1,64})(?:[?#]|$)/i

/**
 * Takes a URL apart. Not by the engine's `URL`, which in React Native is not the standard's; and more strictly than
 * that: a name before an `@`, a backslash, a blank or an escape make a host that nobody can be sure of, so it is null.
 */
export function parseUrl(url: string): ParsedUrl | null {
  const [, scheme, authority = '', query = ''] = PARTS.exec(url) ?? []
  if (scheme === undefined) return null
  return {
    scheme: scheme.toLowerCase(),
    host: hostOf(authority),
    code: SHORT_LINK.exec(url)?.[1] ?? null,
    parameters: parseQuery(query),
  }
}

/** A host without its port, in lower case and without the root's dot; null where the text is none. */
export function hostOf(authority: string): string | null {
  const [, host] = /^([a-z0-9._-]+?)\.?(:\d*)?$/i.exec(authority) ?? []
  return host?.toLowerCase() ?? null
}

const UNSTORABLE = /[\0\ud800-\udfff]/u
const MAX_VALUE_LENGTH = 2048

/**
 * The parameters of a query, without its `?`, the exact inverse of what the landing page writes: percent escapes are
 * undone, `+` stays `+`, for click ids must come out byte for byte. Of each name the first value counts that is neither
 * empty nor past what the service stores.
 */
export function parseQuery(query: string): Readonly<Record<string, string>> {
  // Without a prototype: a parameter may be called __proto__.
  const parameters = Object.create(null) as Record<string, string>
  for (const pair of query.split('&')) {
    const end = pair.indexOf('=')
    if (end < 0) continue
    const name = decode(pair.slice(0, end))
    const value = decode(pair.slice(end + 1))
    if (value && value.length <= MAX_VALUE_LENGTH && !UNSTORABLE.test(value))
      parameters[name] ??= value
  }
  return parameters
}

/** Text whose escapes are no valid UTF-8 stays as it was. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
