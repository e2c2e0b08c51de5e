export interface ParsedUrl {
  /** Lower case, without its colon. */
  readonly scheme: string
  /** Lower case, without port; null where it is none that could be a link host. */
  readonly host: string | null
  /** As it stands. */
  readonly path: string
  readonly parameters: Readonly<Record<string, string>>
}

/**
 * Takes a URL apart. Not by the engine's `URL`, which in React Native is not the standard's; and more strictly than
 * that: a name before an `@`, a backslash, a blank or an escape make a host that nobody can be sure of, so it is null.
 */
export function parseUrl(url: string): ParsedUrl | null {
  const parts = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(?:\?([^#]*))?/i.exec(url)
  if (parts === null) return null
  const [, scheme = '', authority = '', path = '', query = ''] = parts
  return {
    scheme: scheme.toLowerCase(),
    host: hostOf(authority),
    path,
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
 * The parameters of a query, without its `?`, the exact inverse of what the loading page writes: percent escapes are
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
    const isUsable = value !== '' && value.length <= MAX_VALUE_LENGTH && !UNSTORABLE.test(value)
    if (isUsable) parameters[name] ??= value
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

/** The code of a short link's path; null where the path is anything but one code. */
export function codeOf(path: string): string | null {
  return /^\/([A-Za-z0-9_-]{1,64})$/.exec(path)?.[1] ?? null
}
