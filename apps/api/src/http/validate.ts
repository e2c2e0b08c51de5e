import { fieldErrors, type FieldErrors } from '@throughline/core/lib/errors'
import { z } from 'zod'

/**
 * Parses a value by its schema.
 *
 * @throws DomainError `validation_failed`
 */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  throw fieldErrors(schemaErrors(schema, value))
}

/** The errors of a schema for a value, by field. */
export function schemaErrors(schema: z.ZodType, value: unknown): FieldErrors {
  // The value is parsed again for the messages, so that valid requests do not pay for them.
  const issues = schema.safeParse(value, { error: wordsOf }).error?.issues ?? []
  // The object has no prototype, because the caller chooses the names of unknown parameters.
  const fields = Object.create(null) as FieldErrors
  for (const issue of issues) {
    for (const { field, text } of describe(issue, schema, value)) {
      const texts = (fields[field] ??= [])
      if (!texts.includes(text)) texts.push(text)
    }
  }
  return fields
}

/** Returns a value without the fields that its schema rejects, also in objects of an array. */
export function acceptedPart(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  if (schema instanceof z.ZodObject && isObject(value)) {
    const parts = Object.entries<z.ZodType>(schema.shape).map(
      ([name, field]) => [name, acceptedPart(field, value[name])] as const,
    )
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined))
  }
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => acceptedPart(schema.element as z.ZodType, item))
  return undefined
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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

/**
 * Returns the field of an issue and the position in the field: `links.3.name` is a field, `events[0]` a position in
 * `events`.
 */
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
  // A rule about several fields does not concern a single value.
  const isOwn = issue.code !== 'custom' || typeof given !== 'object'
  return isOwn ? `${issue.message}; received ${shown(given)}` : issue.message
}

const MAX_SHOWN = 60

/** Formats a value for an error message: short, and without the contents of an array or object. */
function shown(value: unknown): string {
  if (typeof value === 'string') {
    const text = JSON.stringify(value.slice(0, MAX_SHOWN))
    return value.length > MAX_SHOWN ? `${text}… (${value.length} characters)` : text
  }
  if (Array.isArray(value))
    return value.length === 1 ? 'an array of 1 entry' : `an array of ${value.length} entries`
  return isObject(value) ? 'an object' : String(value)
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

/** Returns the message of an issue whose schema has none. Kinds that every schema covers keep zod's message. */
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
