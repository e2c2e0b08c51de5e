/** A parameter as written in the query, not decoded. `text` distinguishes `a` from `a=`. */
export type RawPair = [name: string, value: string, text: string]

/** Splits a query and keeps all escapes. Bytes outside ASCII are percent-encoded; an install referrer may have some. */
export function splitRawQuery(rawQuery: string): RawPair[] {
  const query = toAscii(rawQuery.startsWith('?') ? rawQuery.slice(1) : rawQuery)
  const pairs: RawPair[] = []
  for (const part of query.split('&')) {
    if (part === '') continue
    const end = part.indexOf('=')
    pairs.push(end < 0 ? [part, '', part] : [part.slice(0, end), part.slice(end + 1), part])
  }
  return pairs
}

/** Decodes percent escapes in a name or value; `+` stays `+`. Returns text with invalid UTF-8 escapes unchanged. */
export function decodeComponent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * Picks the parameters named in `none`, decoded by `decode`. The first usable value wins. A missing parameter is null.
 */
export function pickParameters<Fields extends Record<string, string | null>>(
  query: string | RawPair[],
  none: Readonly<Fields>,
  { isUsable, decode }: { isUsable: (value: string) => boolean; decode: (text: string) => string },
): Fields {
  const found: Record<string, string | null> = { ...none }
  for (const [rawName, rawValue] of typeof query === 'string' ? splitRawQuery(query) : query) {
    const name = decodeComponent(rawName)
    if (!Object.hasOwn(none, name) || found[name] !== null) continue
    const value = decode(rawValue)
    if (isUsable(value)) found[name] = value
  }
  return found as Fields
}

const NOT_URL_SAFE = /[\x00-\x20\x7f-\uffff]+/g

function toAscii(text: string): string {
  return text.replace(NOT_URL_SAFE, (run) => {
    // Latin-1 here means undecoded bytes.
    const bytes = Buffer.from(run, /^[\x00-\xff]*$/.test(run) ? 'latin1' : 'utf8')
    return bytes.toString('hex').toUpperCase().replace(/../g, '%$&')
  })
}
