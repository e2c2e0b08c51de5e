import type { DomainError } from '@throughline/core/lib/errors'
import { expect, it } from '@jest/globals'
import { checkNewPassword } from './new-password.js'

const problemOf = (password: string, email: string): string | undefined => {
  try {
    checkNewPassword(password, email)
    return undefined
  } catch (error) {
    return (error as DomainError).fields?.['new_password']?.[0]
  }
}

it.each([
  ['too short', 'short', 'grace@example.com', /10 to 200 characters; received 5/],
  ['too long', 'ab cd '.repeat(40), 'grace@example.com', /10 to 200 characters; received 240/],
  ['of few characters', 'abcabcabcabc', 'grace@example.com', /4 different characters/],
  ['with the name in the address', 'Grace-2026!', 'grace@example.com', /the name in the e-mail/],
])('rejects a password %s', (_, password, email, problem) => {
  expect(problemOf(password, email)).toMatch(problem)
})

it.each([
  ['long with the name', 'grace hopper was here', 'grace@example.com'],
  ['with a name of a few letters', 'a banana tree', 'a@example.com'],
  ['without the name', 'correct horse', 'grace@example.com'],
])('accepts a password %s', (_, password, email) => {
  expect(problemOf(password, email)).toBeUndefined()
})
