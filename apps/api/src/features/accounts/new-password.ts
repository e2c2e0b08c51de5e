import { fieldError } from '@throughline/core/lib/errors'

const MIN_LENGTH = 10
const MAX_LENGTH = 200

/** Rejects a new password without repeating it. @throws DomainError `validation_failed` for `new_password` */
export function checkNewPassword(password: string, email: string): void {
  const { length } = password
  const problem =
    length < MIN_LENGTH || length > MAX_LENGTH
      ? `must have ${MIN_LENGTH} to ${MAX_LENGTH} characters; received ${length}`
      : new Set(password).size < 4
        ? 'must have at least 4 different characters'
        : password.toLowerCase().includes(email.split('@')[0] ?? email) && length < 16
          ? 'must not contain the e-mail address; add more words, or choose another'
          : null
  if (problem !== null) throw fieldError('new_password', problem)
}
