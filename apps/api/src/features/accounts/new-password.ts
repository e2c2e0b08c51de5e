import { fieldError } from '@throughline/core/lib/errors'

const MIN_LENGTH = 10
const MAX_LENGTH = 200

/** From this length on, a password may contain the name: the rest is long enough. */
const MIN_LENGTH_WITH_NAME = 16
/** Shorter names occur in most passwords by chance. */
const MIN_NAME_LENGTH = 4

/** Rejects a new password without repeating it. @throws DomainError `validation_failed` for `new_password` */
export function checkNewPassword(password: string, email: string): void {
  const problem = findProblem(password, email)
  if (problem !== null) throw fieldError('new_password', problem)
}

function findProblem(password: string, email: string): string | null {
  const { length } = password
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    return `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters; received ${length}`
  if (new Set(password).size < 4) return 'must have at least 4 different characters'
  const [name = ''] = email.toLowerCase().split('@')
  const hasName = name.length >= MIN_NAME_LENGTH && password.toLowerCase().includes(name)
  if (hasName && length < MIN_LENGTH_WITH_NAME)
    return 'must not contain the name in the e-mail address; add more words, or choose another'
  return null
}
