import { fieldErrors, type FieldErrors } from '@throughline/core/lib/errors'
import { z } from 'zod'

/** Rules that only the operation knows, by field: a text's problem, or null. */
export type FieldRules = Record<string, (text: string) => string | null>

/**
 * Parses a value by its schema.
 *
 * @param rules checked only if the schema rejects the value, so that the answer names every wrong field
 * @throws DomainError `validation_failed`
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  rules: () => FieldRules = () => ({}),
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // Parsed again for the words, so that valid requests pay nothing for them.
  const issues = schema.safeParse(value, { error: wordsOf }).error?.issues ?? []
  // Without a prototype: the caller chooses the names of unknown parameters.
  const fields = Object.create(null) as FieldErrors
  for (const issue of issues) {
    for (const { field, text } of describe(issue, schema, value)) add(fields, field, text)
  }
  for (const [field, rule] of Object.entries(rules())) {
    const given = field in fields ? undefined : valueAt(value, [field])
    const problem = typeof given === 'string' ? rule(given) : null
    if (problem !== null) add(fields, field, problem)
  }
  throw fieldErrors(fields)
}

function add(fields: FieldErrors, field: string, text: string): void {
  const texts = (fields[field] ??= [])
  if (!texts.includes(text)) texts.push(text)
}

function describe(
  issue: z.core.$ZodIssue,
  schema: z.ZodType,
  value: unknown,
): { field: string; text: string }[] {
  if (issue.code === 'unrecognized_keys') {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape).join(', ') : ''
    const text = `is not a parameter of this route; it takes ${known}`
    return issue.keys.map((field) => ({ field, text }))
  }
  const { field, place } = placeOf(issue.path)
  const text = textOf(issue, valueAt(value, issue.path))
  return [{ field, text: place === '' ? text : `${place} ${text}` }]
}

/** The field of an issue, and its place in the field: `links.3.name` is a field, `events[0]` a place in `events`. */
function placeOf(path: readonly PropertyKey[]): { field: string; place: string } {
  const isFieldOfItem = typeof path[1] === 'number' && path.length > 2
  const length = isFieldOfItem ? 3 : 1
  const field = path.length === 0 ? 'body' : path.slice(0, length).map(String).join('.')
  return { field, place: path.length > length ? placeName(path) : '' }
}

/** `links[3].tags[0]` */
function placeName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, key) => {
    if (typeof key === 'number') return `${name}[${key}]`
    return name === '' ? String(key) : `${name}.${String(key)}`
  }, '')
}

function textOf(issue: z.core.$ZodIssue, given: unknown): string {
  if (given === undefined)
    return issue.code === 'custom' || !issue.message.startsWith('must be')
      ? issue.message
      : issue.message.replace('must be', 'is required:')
  // A rule about several fields is about none of their values.
  const isOwn = issue.code !== 'custom' || typeof given !== 'object'
  return isOwn ? `${issue.message}; received ${shown(given)}` : issue.message
}

const MAX_SHOWN = 60

/** A value as an error shows it: short, and never what is inside of an array or object. */
function shown(value: unknown): string {
  if (typeof value === 'string') {
    const text = JSON.stringify(value.slice(0, MAX_SHOWN))
    return value.length > MAX_SHOWN ? `${text}… (${value.length} characters)` : text
  }
  if (Array.isArray(value))
    return value.length === 1 ? 'an array of 1 entry' : `an array of ${value.length} entries`
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((inside, key) => {
    if (typeof inside !== 'object' || inside === null || !Object.hasOwn(inside, key))
      return undefined
    return (inside as Record<PropertyKey, unknown>)[key]
  }, value)
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}

/** The words of an issue whose schema has none; zod's own for the kinds that no schema leaves to it. */
function wordsOf(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type') return `must be ${TYPES[issue.expected] ?? issue.expected}`
  if (issue.code === 'too_small')
    return `must be ${bound(issue.inclusive, 'at least', 'more than')} ${String(issue.minimum)}`
  if (issue.code === 'too_big')
    return `must be ${bound(issue.inclusive, 'at most', 'less than')} ${String(issue.maximum)}`
  if (issue.code !== 'invalid_value') return undefined
  const values = issue.values.map(String).join(', ')
  return `must be ${issue.values.length === 1 ? '' : 'one of '}${values}`
}

function bound(isInclusive: boolean | undefined, inclusive: string, exclusive: string): string {
  return isInclusive === false ? exclusive : inclusive
}
