import { domainError, type FieldErrors } from '@throughline/core/lib/errors'
import type { FileProblem } from '@throughline/core/association/file-problem'

/**
 * Refuses what has errors (422): each under its place, with the rule that it breaks and the usual mistake.
 *
 * @param what the thing in the words of the answer, such as "The file"
 * @param toField how a place is named as a field
 */
export function rejectProblems(
  what: string,
  problems: readonly FileProblem[],
  toField: (path: string) => string,
): void {
  const errors = problems.filter(({ severity }) => severity === 'error')
  const [first] = errors
  if (first === undefined) return
  const fields: FieldErrors = {}
  for (const { rule, path, message } of errors)
    (fields[toField(path)] ??= []).push(`${rule}: ${message}`)
  const more = errors.length === 1 ? '' : ` There are ${errors.length - 1} more; see errors.`
  const where = first.path === '' ? '' : ` at ${first.path}`
  throw domainError(
    'validation_failed',
    `${what} breaks the rule ${first.rule}${where}. ${first.message}${more}`,
    { fields },
  )
}
