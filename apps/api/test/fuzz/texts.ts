import fc from 'fast-check'

/** A placeholder for the mark of the tenant that will send the text. A private-use character, one UTF-16 unit. */
const PLACE = '\uE0FF'
/** A unique mark of tenant a or b, such as `zqax00042z`. */
const MARK = /zq([ab])x[0-9a-z]{5}z/g
const MARK_LENGTH = 10

/** Shorter fields contain no mark. */
export const MAX_MARKED = 24

export type TenantName = 'a' | 'b'

/** Plain texts that often cause faults in encodings, parsers, pages and databases. */
const ODD = [
  'e\u0301',
  '\u00e9',
  '\u1100\u1161\u11a8',
  '\ufb01',
  'İıſß',
  '\u202e\u05e9\u05dc\u05d5\u05dd\u202c',
  '\u0645\u0631\u062d\u0628\u0627',
  '👩‍👩‍👧‍👦',
  '🇩🇪',
  '𝒳\u{1F3FB}',
  '\u{10FFFF}',
  '\uFFFF',
  '\uFFFD',
  '\uFEFF',
  '\u00a0\u2003',
  '\u2028\u2029\u0085',
  '\u200b\u200d',
  '\u0001\u001f\u007f',
  '\t',
  '\r\n',
  '"',
  "'",
  '`',
  '\\',
  '\\u0000',
  '%00',
  '%',
  '+',
  '&amp;',
  '<b>',
  '</script><script>',
  '${x}',
  '{{x}}',
  "'; DROP TABLE links; --",
  '../',
  'null',
  '-1e999',
  '$1 $& $$',
  '\u0301'.repeat(8),
] as const

const piece = fc.oneof(
  { arbitrary: fc.constantFrom(...ODD), weight: 3 },
  { arbitrary: fc.string({ unit: 'grapheme', maxLength: 8 }), weight: 2 },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 6 }), weight: 1 },
  { arbitrary: fc.string({ maxLength: 12 }), weight: 2 },
)

/** A storable text that contains the mark, at most `max` UTF-16 units and sometimes exactly that many. */
export function text(min: number, max: number): fc.Arbitrary<string> {
  const room = max - MARK_LENGTH
  return fc
    .record({
      pieces: fc.array(piece, { maxLength: 5 }),
      at: fc.nat(5),
      isFull: fc.nat(24).map((draw) => draw === 0),
    })
    .map(({ pieces, at, isFull }) => {
      const clean = pieces.map((part) => part.replaceAll('\0', '').replaceAll(PLACE, ''))
      const short = cut(clean, room)
      const marked = [...short.slice(0, at), PLACE, ...short.slice(at)].join('')
      const missing = Math.max(min, isFull ? Math.min(max, 3_000) : 0) - marked.length - 9
      return missing > 0 ? marked + 'ä'.repeat(missing) : marked
    })
}

/** The first pieces that fit. No piece is cut, because that could split a character. */
function cut(pieces: string[], room: number): string[] {
  let length = 0
  return pieces.filter((part) => (length += part.length) <= room)
}

/** A web address with the mark in its path or query, in forms that owners paste. */
export const webUrl = fc
  .record({
    host: fc.constantFrom('example.com', 'shop.example.com', 'EXAMPLE.com:8443', 'bücher.example'),
    path: fc.constantFrom('', 'a/b/', '%C3%A9%2F', 'sch%20uhe/', 'größe/', '//', 'x;y=1/'),
    query: fc.constantFrom('', '?utm_source=own', '?a=1&a=2&b', '?q=%F0%9F%98%80+x', '?gclid=#f'),
  })
  .map(({ host, path, query }) => `https://${host}/${path}${PLACE}${query}`)

/** A webhook URL that is validated only as text; nothing is sent to it. */
export const webhookUrl = fc
  .constantFrom('', '/', '?a=%20b', '/%F0%9F%98%80', '?x=1#f')
  .map((end) => `https://hooks.example.com/${PLACE}${end}`)

/** Alphanumeric, for codes and host names. */
export const markedWord = fc.constantFrom('', 'x-', '0_').map((start) => `${start}${PLACE}`)
export const markedHost = fc.constant(`${PLACE}.example.org`)

const FIRST = Date.UTC(2027, 0, 1)
const LAST = Date.UTC(9998, 0, 1)

/** A future time, in one of the forms of ISO 8601 that schemas accept. */
export const moment = fc
  .record({
    time: fc.integer({ min: FIRST / 1000, max: LAST / 1000 }),
    form: fc.constantFrom('Z', '.5Z', '.123456Z', '+05:30', '-11:00'),
  })
  .map(({ time, form }) => new Date(time * 1000).toISOString().replace(/\.000Z$/, form))

/** Replaces every placeholder in a value by a mark. */
export function withMarks<Value>(value: Value, nextMark: () => string): Value {
  const filled = JSON.stringify(value).replaceAll(PLACE, nextMark)
  // The value keeps its type.
  return JSON.parse(filled) as Value
}

export function markOf(tenant: TenantName, number: number): string {
  return `zq${tenant}x${number.toString(36).padStart(5, '0')}z`
}

/** The marks in a text that belong to other tenants. */
export function foreignMarks(answer: string, tenant: TenantName): string[] {
  return [...answer.matchAll(MARK)].flatMap(([mark, owner]) => (owner === tenant ? [] : mark))
}
