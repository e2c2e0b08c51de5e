/** A parameter as it stood in the query: neither name nor value is decoded. `text` tells `a` from `a=`. */
export type RawPair = [name: string, value: string, text: string]

/**
 * Splits a query string, with or without its `?`, and leaves every escape as it was. Bytes outside
 * ASCII, one character each (Node's HTTP parser lets none through, an install referrer may have
 * them), come out percent-encoded, so that the pairs may stand in a URL again.
 */
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

/**
 * Decodes one name or value: percent escapes only, so `+` stays `+`. Text whose escapes are no
 * valid UTF-8 comes back as it was.
 */
export function decodeComponent(text: string): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * The parameters that `none` names, decoded; the first usable one of each wins, and what is missing is null.
 *
 * @param query a query string, or what `splitRawQuery` made of it
 * @param decode of a value; a name is always decoded by percent escapes alone
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
  // It has the keys of `none`, and no others.
  return found as Fields
}

/** Exactly the characters that no URL may hold. */
const NOT_URL_SAFE = /[\x00-\x20\x7f-\uffff]+/g

function toAscii(text: string): string {
  return text.replace(NOT_URL_SAFE, (run) => {
    // Latin-1 here means undecoded bytes.
    const bytes = Buffer.from(run, /^[\x00-\xff]*$/.test(run) ? 'latin1' : 'utf8')
    return bytes.toString('hex').toUpperCase().replace(/../g, '%$&')
  })
}
