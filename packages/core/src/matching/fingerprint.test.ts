import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { formatFingerprint, parseFingerprint } from './fingerprint.js'

const phone = { os: 'iOS', osVersion: '17.4', width: 390, height: 840 } as const

describe('formatFingerprint', () => {
  it.each([
    ['203.0.113.5', '203.0.113.5-iOS-17.4-390x840'],
    ['::ffff:203.0.113.5', '203.0.113.5-iOS-17.4-390x840'],
    ['2001:DB8::0:1', '2001:db8::1-iOS-17.4-390x840'],
  ])('maps %s to %s', (address, text) => {
    expect(formatFingerprint({ address, ...phone })).toBe(text)
  })
})

const size = fc.integer({ min: 1, max: 99_999 })
const fingerprint = fc.record({
  address: fc.oneof(fc.ipV4(), fc.ipV6()),
  os: fc.constantFrom('iOS' as const, 'Android' as const),
  osVersion: fc
    .array(fc.nat(99), { minLength: 1, maxLength: 4 })
    .map((numbers) => numbers.join('.')),
  width: size,
  height: size,
})

describe('parseFingerprint', () => {
  it('reads what formatFingerprint wrote', () => {
    fc.assert(
      fc.property(fingerprint, (parts) => {
        const text = formatFingerprint(parts)
        const { address, ...device } = parts
        expect(parseFingerprint(text)).toMatchObject(device)
        expect(text).toBe(formatFingerprint({ ...device, address: text.split('-')[0] ?? address }))
      }),
    )
  })

  it('has no address if the text names none', () => {
    expect(parseFingerprint('-iOS-17.4-390x840')).toEqual({ address: null, ...phone })
    expect(parseFingerprint('unknown-iOS-17.4-390x840')).toEqual({ address: null, ...phone })
  })

  it.each([
    '',
    '203.0.113.5',
    '203.0.113.5-ios-17.4-390x840',
    '203.0.113.5-Windows-11-390x840',
    '203.0.113.5-iOS--390x840',
    '203.0.113.5-iOS-17.-390x840',
    '203.0.113.5-iOS-17.4b-390x840',
    '203.0.113.5-iOS-17.4-390',
    '203.0.113.5-iOS-17.4-390X840',
    '203.0.113.5-iOS-17.4-0x840',
    '203.0.113.5-iOS-17.4-390.5x840',
    '203.0.113.5-iOS-17.4-390x840\n',
    `${'1'.repeat(200)}-iOS-17.4-390x840`,
  ])('rejects %j', (text) => {
    expect(parseFingerprint(text)).toBeNull()
  })
})
