import { describe, expect, it } from '@jest/globals'
import { checkOwnCode, checkPrefix, generateShortCode } from './short-code.js'

describe('generateShortCode', () => {
  const codes = Array.from({ length: 5_000 }, generateShortCode)

  it('is seven capitals and digits without look-alikes', () => {
    expect(codes.filter((code) => !/^[A-HJKMNP-Z2-9]{7}$/.test(code))).toEqual([])
  })

  it('does not repeat and uses the whole alphabet', () => {
    expect(new Set(codes).size).toBe(codes.length)
    expect(new Set(codes.join('')).size).toBe(31)
  })

  it('is always a valid custom code', () => {
    expect(codes.every((code) => checkOwnCode(code) === null)).toBe(true)
  })
})

describe('checkOwnCode', () => {
  it.each(['a', 'ABC123', 'summer_sale-26', 'API', 'x'.repeat(64), '-', '_'])(
    'accepts %j',
    (code) => expect(checkOwnCode(code)).toBeNull(),
  )

  it.each(['', 'x'.repeat(65), 'a b', 'a/b', 'é', 'a.b', 'a\n', 'a%20'])('rejects %j', (code) => {
    expect(checkOwnCode(code)).toMatch(/1 to 64/)
  })

  it.each([
    'api',
    'admin',
    'docs',
    'livez',
    'readyz',
    'metrics',
    'assets',
    '.well-known',
    'robots.txt',
    'favicon.ico',
    'apple-app-site-association',
  ])('rejects the reserved %j', (code) => {
    expect(checkOwnCode(code)).toMatch(/reserved/)
  })
})

describe('checkPrefix', () => {
  it.each(['a', '1', 'acme', 'acme-shop', 'a--b', 'x'.repeat(63)])('accepts %j', (prefix) => {
    expect(checkPrefix(prefix)).toBeNull()
  })

  it.each([
    '',
    'Acme',
    '-a',
    'a-',
    'a.b',
    'a_b',
    'é',
    'x'.repeat(64),
    'a\n',
    'xn--bcher-kva',
    'ab--c',
    'api',
    'www',
    'admin',
    'mail',
  ])('rejects %j', (prefix) => {
    expect(checkPrefix(prefix)).toMatch(/\.$/)
  })
})
