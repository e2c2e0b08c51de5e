import { domainError, type FieldErrors } from '@throughline/core/errors'
import type { z } from 'zod'

/** Parses with a schema, or refuses with every field's texts (contract §2). */
export function validate<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const fields: FieldErrors = {}
  for (const issue of parsed.error.issues) {
    const field = issue.path[0] === undefined ? 'body' : String(issue.path[0])
    const texts = (fields[field] ??= [])
    const text =
      issue.path.length > 1 ? `${issue.path.slice(1).join('.')}: ${textOf(issue)}` : textOf(issue)
    if (!texts.includes(text)) texts.push(text)
  }
  const names = Object.keys(fields)
  throw domainError(
    'validation_failed',
    `Check ${names.length === 1 ? 'the field' : 'the fields'} ${names.join(', ')}.`,
    { fields },
  )
}

function textOf(issue: z.core.$ZodIssue): string {
  return issue.code === 'invalid_type' && issue.message.endsWith('received undefined')
    ? 'is required'
    : issue.message
}
