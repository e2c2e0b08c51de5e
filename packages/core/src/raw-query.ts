/** A parameter as it stood in the query: neither name nor value is decoded. */
export type RawPair = [name: string, value: string]

/**
 * Splits a query string, with or without its `?`, and leaves every escape as it was. Bytes outside
 * ASCII, which Node's HTTP parser hands over as one character each, come out percent-encoded, so
 * that the pairs may stand in a URL again.
 */
export function splitRawQuery(rawQuery: string): RawPair[] {
  return rawQuery
    .replace(/^\?/, '')
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [name = ''] = part.split('=', 1)
      return [toAscii(name), toAscii(part.slice(name.length + 1))]
    })
}

/**
 * Decodes one name or value: percent escapes only, so `+` stays `+`. Text whose escapes are no
 * valid UTF-8 comes back as it was.
 */
export function decodeComponent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
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
