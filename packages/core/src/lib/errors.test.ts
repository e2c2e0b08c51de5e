import { describe, expect, it } from '@jest/globals'
import { DomainError, domainError, fieldError, fieldErrors } from './errors.js'

describe('domainError', () => {
  it('carries code, message and fields', () => {
    const error = domainError('validation_failed', 'Give a name.', {
      fields: { name: ['Required.'] },
    })
    expect(error).toBeInstanceOf(DomainError)
    expect(error).toBeInstanceOf(Error)
    expect(error).toMatchObject({
      name: 'DomainError',
      code: 'validation_failed',
      message: 'Give a name.',
      fields: { name: ['Required.'] },
    })
  })

  it('omits what was not given', () => {
    const error = domainError('gone', 'This link has expired.')
    expect(error.fields).toBeUndefined()
    expect(error.retryAfterSeconds).toBeUndefined()
    expect(error.cause).toBeUndefined()
  })

  it('keeps the cause and the delay', () => {
    const cause = new Error('connection refused')
    const error = domainError('database_unavailable', 'Try again soon.', {
      cause,
      retryAfterSeconds: 2,
    })
    expect(error.cause).toBe(cause)
    expect(error.retryAfterSeconds).toBe(2)
  })

  it('puts the reason both in the message, after the field, and at the field', () => {
    expect(fieldError('url', 'Use https.')).toMatchObject({
      code: 'validation_failed',
      message: 'url: Use https.',
      fields: { url: ['Use https.'] },
    })
  })

  it('names the first three problems of a message, with their fields', () => {
    const one = fieldErrors({ url: ['is required'], events: ['events[0] must be a string'] })
    expect(one.message).toBe('url is required; events[0] must be a string.')
    const many = fieldErrors({ a: ['is required', 'must be b'], c: ['Use d.'], e: ['is required'] })
    expect(many.message).toBe('a is required; a must be b; c: Use d; and 1 more, see errors.')
  })
})
