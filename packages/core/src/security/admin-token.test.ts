import { describe, expect, it } from '@jest/globals'
import {
  formatAdminToken,
  generateAdminToken,
  hashTokenSecret,
  parseBearer,
  tokenMatches,
} from './admin-token.js'

describe('generateAdminToken', () => {
  it('returns 40 url-safe characters and their hash', () => {
    const { secret, hash } = generateAdminToken()
    expect(secret).toMatch(/^[A-Za-z0-9_-]{40}$/)
    expect(hash).toHaveLength(32)
    expect(tokenMatches(secret, hash)).toBe(true)
    expect(generateAdminToken().secret).not.toBe(secret)
  })

  it('returns tokens that parseBearer reads', () => {
    const { secret } = generateAdminToken()
    expect(parseBearer(`Bearer ${formatAdminToken(12, secret)}`)).toEqual({ id: 12, secret })
  })
})

describe('parseBearer', () => {
  it.each([
    ['Bearer 1|abc', { id: 1, secret: 'abc' }],
    ['bearer  1|a|b', { id: 1, secret: 'a|b' }],
    ['Bearer 2147483648|abc', null],
    ['Bearer 0|abc', null],
    ['Bearer 01|abc', null],
    ['Bearer -1|abc', null],
    ['Bearer 1|', null],
    ['Bearer 1', null],
    ['Bearer |abc', null],
    ['Bearer 1|a b', null],
    [`Bearer 1|${'x'.repeat(257)}`, null],
    ['Basic 1|abc', null],
    ['1|abc', null],
    ['', null],
    [undefined, null],
  ])('reads %j as %j', (header, expected) => {
    expect(parseBearer(header)).toEqual(expected)
  })
})

describe('tokenMatches', () => {
  it('rejects another secret and a hash of another length', () => {
    expect(tokenMatches('b', hashTokenSecret('a'))).toBe(false)
    expect(tokenMatches('a', new Uint8Array(0))).toBe(false)
  })

  it('hashes with SHA-256', () => {
    expect(hashTokenSecret('abc').toString('hex')).toBe(
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})
