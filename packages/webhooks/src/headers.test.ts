import { describe, expect, it } from '@jest/globals'
import { readHeader } from './headers.js'

describe('readHeader', () => {
  it.each([
    ["Node's lower-case headers", { 'webhook-id': 'a' }],
    ['a plain object in mixed case', { 'Webhook-Id': 'a' }],
    ['a list of one value', { 'WEBHOOK-ID': ['a'] }],
    ['a Fetch Headers', new Headers({ 'Webhook-ID': 'a' })],
    ['a Map', new Map([['webhook-id', 'a']])],
  ])('reads %s', (_, headers) => {
    expect(readHeader(headers, 'webhook-id')).toBe('a')
  })

  it.each([
    ['an absent header', {}],
    ['an undefined one', { 'webhook-id': undefined }],
    ['an empty one', { 'webhook-id': '' }],
    ['an absent one of a Fetch Headers', new Headers()],
    ['an absent one of a Map', new Map<string, string>()],
  ])('takes %s for null', (_, headers) => {
    expect(readHeader(headers, 'webhook-id')).toBeNull()
  })

  it('joins a repeated header, in one spelling or in two', () => {
    expect(readHeader({ 'webhook-id': ['a', 'b'] }, 'webhook-id')).toBe('a, b')
    expect(readHeader({ 'webhook-id': 'a', 'Webhook-Id': 'b' }, 'webhook-id')).toBe('a, b')
  })

  it('reads a header named get', () => {
    expect(readHeader({ get: 'x', 'webhook-id': 'a' }, 'webhook-id')).toBe('a')
  })
})
