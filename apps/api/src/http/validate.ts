import { domainError, type FieldErrors } from '@throughline/core/lib/errors'
import type { z } from 'zod'

export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  // Without a prototype: the caller chooses the names of unknown parameters.
  const fields = Object.create(null) as FieldErrors
  for (const issue of parsed.error.issues) {
    for (const { field, text } of describe(issue)) {
      const texts = (fields[field] ??= [])
      if (!texts.includes(text)) texts.push(text)
    }
  }
  const names = Object.keys(fields)
  throw domainError(
    'validation_failed',
    `Check ${names.length === 1 ? 'the field' : 'the fields'} ${names.join(', ')}.`,
    { fields },
  )
}

function describe(issue: z.core.$ZodIssue): { field: string; text: string }[] {
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((field) => ({ field, text: 'is not a parameter of this route' }))
  const { field, place } = placeOf(issue.path)
  return [{ field, text: place === '' ? textOf(issue) : `${place}: ${textOf(issue)}` }]
}

/** The field of an issue: `links.3.name` is a field, `tags` with 3 a place in it. */
function placeOf(path: readonly PropertyKey[]): { field: string; place: string } {
  const [first = 'body', ...inside] = path.map(String)
  const isFieldOfItem = typeof path[1] === 'number' && path.length > 2
  return isFieldOfItem
    ? { field: path.slice(0, 3).map(String).join('.'), place: inside.slice(2).join('.') }
    : { field: first, place: inside.join('.') }
}

function textOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    ? 'is required'
    : issue.message
}
