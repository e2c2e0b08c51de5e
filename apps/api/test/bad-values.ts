import { z } from 'zod'
import type { Route } from '../src/http/route.js'

interface JsonSchema {
  type?: string | string[]
  anyOf?: JsonSchema[]
  maxLength?: number
  properties?: Record<string, JsonSchema>
}

export interface BadBody {
  field: string
  /** A name for failure messages. */
  what: string
  body: Record<string, unknown>
}

const NUL = 'a\u0000b'
const LONE_SURROGATES = ['\ud800', 'x\udc00y']
/** Longer than any stored text, and still below the body limit. */
const ENDLESS = 'x'.repeat(40_000)
const HUGE = 1e300

const WRONG_FOR: Record<string, unknown[]> = {
  string: [1, true, [], {}, ['x'], NUL, ...LONE_SURROGATES, ENDLESS, ''],
  integer: ['1', 'x', 1.5, HUGE, -HUGE, true, [], {}],
  number: ['1', 'x', true, [], {}],
  boolean: ['true', 'false', 0, 1, [], {}, ''],
  array: ['x', 1, true, {}, [null], [{}], [[]], [NUL], [LONE_SURROGATES[0]], [ENDLESS], [1]],
  object: ['x', 1, true, [], [1], ''],
}

/**
 * For every field of a route, bodies with every value that it must reject: another type, null unless allowed,
 * text that cannot be stored or is too long. Derived from the schema, so that new fields are tested too.
 */
export function badBodies(route: Route): BadBody[] {
  return Object.entries(propertiesOf(route.body)).flatMap(([field, schema]) => {
    const types = typesOf(schema)
    if (types.length === 0) return []
    const wrong = Object.values(WRONG_FOR)
      .flat()
      .filter((value) => isWrong(value, types))
    const nulls = types.includes('null') ? [] : [null]
    return [...wrong, ...nulls].map((value) => ({
      field,
      what: `${field}: ${describe(value)}`,
      body: { [field]: value },
    }))
  })
}

/** The names of the query parameters. */
export function queryNames(route: Route): string[] {
  return Object.keys(propertiesOf(route.query))
}

/** Ids that are not plain decimals within range: they must get 404, never match an existing id. */
export const BAD_INTEGER_IDS = [
  '0',
  '-1',
  '+1',
  '01',
  '1.0',
  '1e3',
  '0x10',
  '0b1',
  '1_000',
  '%201',
  '1%20',
  '1%00',
  '1%0A',
  '%EF%BC%91',
  'NaN',
  'null',
  '2147483648',
  '9'.repeat(30),
  '1;',
  "1'--",
]

export const BAD_UUIDS = [
  '1',
  'x',
  '0190a0a0000070008000000000000000',
  '{0190a0a0-0000-7000-8000-000000000000}',
  '0190a0a0-0000-7000-8000-00000000000',
  '0190a0a0-0000-7000-8000-0000000000000',
  '0190a0a0-0000-7000-8000-00000000000g',
  '0190a0a0-0000-7000-8000-000000000000%00',
  'urn:uuid:0190a0a0-0000-7000-8000-000000000000',
]

/** Texts that are stored nowhere; some cannot even be decoded. */
export const BAD_TEXTS = ['%00', 'a%00b', '%ED%A0%80', '%', '%E0%A4%A', 'x'.repeat(5_000), '..%2f']

function propertiesOf(schema: z.ZodType | undefined): Record<string, JsonSchema> {
  if (schema === undefined) return {}
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  return json.properties ?? {}
}

function typesOf(schema: JsonSchema): string[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(typesOf)
  return schema.type === undefined ? [] : [schema.type].flat()
}

/** Whether a value is invalid for a field, whatever its further rules: no accepted type, or invalid for all of them. */
function isWrong(value: unknown, types: string[]): boolean {
  // An empty text or list may be valid, depending on the field's own rule.
  if (value === '' && types.includes('string')) return false
  const type = typeOf(value)
  const taken = types.includes(type) || (type === 'integer' && types.includes('number'))
  return !taken || types.some((one) => one === type && WRONG_FOR[one]?.includes(value))
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return typeof value
}

function describe(value: unknown): string {
  const text = JSON.stringify(value)
  return text.length > 40 ? `${text.slice(0, 40)}… (${text.length})` : text
}
