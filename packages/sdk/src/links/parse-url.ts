export interface ParsedUrl {
  readonly scheme: string
  /** Lower case, without port; null if it cannot be a link host. */
  readonly host: string | null
  /** The code if the URL has the form of a short link, or null. */
  readonly code: string | null
  readonly parameters: Readonly<Record<string, string>>
}

const PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)[^?#]*(?:\?([^#]*))?/i
const SHORT_LINK = /^https?:\/\/[^/?#]+\/([A-Za-z0-9_-]{1,64})(?:[?#]|$)/i

/** Not by the engine's `URL`, which React Native lacks. Stricter: whatever makes the host ambiguous makes it null. */
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

/** A host without port and root dot, in lower case; null if the text is not a host. */
export function hostOf(authority: string): string | null {
  const [, host] = /^([a-z0-9._-]+?)\.?(:\d*)?$/i.exec(authority) ?? []
  return host?.toLowerCase() ?? null
}

const UNSTORABLE = /[\0\ud800-\udfff]/u
const MAX_VALUE_LENGTH = 2048

/** Reverses the landing page's encoding: `+` stays `+`, as in click ids. The first usable value of each name counts. */
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

/** Text with invalid UTF-8 escapes is unchanged. */
export function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
