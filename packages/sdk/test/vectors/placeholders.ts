import type { Json } from './vector.js'

/** The value of `{name}` in this run. */
export type Values = Record<string, string | number>

/** Placeholders for values that differ in every run: the value that a script sends, and the values that match it. */
const VOLATILE: Record<string, { sent: Json; passes: (value: unknown) => boolean }> = {
  '{any}': { sent: 'anything', passes: (value) => value !== undefined },
  '{uuid}': {
    sent: '01890a5d-ac96-774b-bcce-b302099a8057',
    passes: (value) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(String(value)),
  },
  '{time}': {
    sent: '2026-03-01T09:30:00.000000Z',
    passes: (value) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value)),
  },
  '{seconds}': { sent: 1772357400, passes: (value) => /^\d{10}$/.test(String(value)) },
  '{number}': { sent: 7, passes: (value) => typeof value === 'number' },
}

/** Texts that cannot be written in JSON in a form that every parser reads. */
const UNWRITABLE: Values = { high_surrogate: '\ud83d', low_surrogate: '\ude00' }

/** `{error}` at the end of a text stands for a language's error text, `{error:text}` for one that contains the text. */
const ERROR = /^(.*)\{error(?::(.*))?\}$/

/** Fills in the values of this run. A text that is only a placeholder becomes the value itself. */
export function fill(template: Json, values: Values): Json {
  if (typeof template === 'string') {
    const whole = /^\{([\w:]+)\}$/.exec(template)?.[1]
    if (whole !== undefined && whole in values) return values[whole]
    const all = { ...UNWRITABLE, ...values }
    return template.replace(/\{([\w:]+)\}/g, (found, name: string) =>
      name in all ? String(all[name]) : found,
    )
  }
  return mapJson(template, (item) => fill(item, values))
}

/** The same, and also fills in volatile values: for the responses of a script's server. */
export function fillAll(template: Json, values: Values): Json {
  const filled = fill(template, values)
  if (typeof filled === 'string') return VOLATILE[filled]?.sent ?? filled
  return mapJson(filled, (item) => fillAll(item, values))
}

function mapJson(value: Json, map: (item: Json) => Json): Json {
  if (Array.isArray(value)) return value.map(map)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, map(item)]))
}

/**
 * Returns the differences from the expected value, in words, or an empty list. With `isPartial` an object may have
 * more fields than expected.
 */
export function differences(
  expected: Json,
  actual: Json,
  { at = '', isPartial = false } = {},
): string[] {
  if (isObject(expected) && isObject(actual) && Array.isArray(expected) === Array.isArray(actual))
    return namesOf(expected, actual, isPartial).flatMap((name) =>
      differences(expected[name], actual[name], { at: `${at}.${name}`, isPartial }),
    )
  return isRight(expected, actual)
    ? []
    : [`${at || 'it'}: expected ${show(expected)}, got ${show(actual)}`]
}

function isRight(expected: Json, actual: Json): boolean {
  if (typeof expected !== 'string') return expected === actual
  const volatile = VOLATILE[expected]
  if (volatile !== undefined) return volatile.passes(actual)
  const [, start, message = ''] = ERROR.exec(expected) ?? []
  if (start === undefined) return expected === actual
  const text = String(actual)
  const written = text.slice(start.length)
  return text.startsWith(start) && written !== '' && written.includes(message)
}

/** A list must have the expected length, even if an object may have more fields. */
function namesOf(expected: object, actual: object, isPartial: boolean): string[] {
  const isOpen = isPartial && !Array.isArray(expected)
  return [...new Set([...Object.keys(expected), ...(isOpen ? [] : Object.keys(actual))])]
}

function isObject(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null
}

function show(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}
