import { describe, expect, it } from '@jest/globals'
import { DomainError, domainError, fieldError } from './errors.js'

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

  it('puts the reason both in the message and at the field', () => {
    expect(fieldError('url', 'Use https.')).toMatchObject({
      code: 'validation_failed',
      message: 'Use https.',
      fields: { url: ['Use https.'] },
    })
  })
})
