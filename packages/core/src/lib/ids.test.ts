import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { isUuid, newUuidV7, parseIntegerId, uuidBytes, uuidFromBytes, uuidV7Time } from './ids.js'

describe('newUuidV7', () => {
  it('is a UUIDv7 with the present time', () => {
    const before = Date.now()
    const id = newUuidV7()
    const madeMs = uuidV7Time(id).getTime()
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(madeMs).toBeGreaterThanOrEqual(before)
    expect(madeMs).toBeLessThanOrEqual(Date.now())
  })

  it('sorts in the order of creation', () => {
    const ids = Array.from({ length: 2_000 }, newUuidV7)
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })
})

describe('uuidV7Time', () => {
  it('reads the example of RFC 9562', () => {
    expect(uuidV7Time('017F22E2-79B0-7CC3-98C4-DC0C0C07398F').toISOString()).toBe(
      '2022-02-22T19:22:22.000Z',
    )
  })

  it.each(['', 'x', '919108f7-52d1-4320-9bac-f847db4148a8'])('throws for %j', (text) => {
    expect(() => uuidV7Time(text)).toThrow(RangeError)
  })
})

describe('isUuid', () => {
  it.each(['919108f7-52d1-4320-9bac-f847db4148a8', '919108F7-52D1-4320-9BAC-F847DB4148A8'])(
    'accepts %s',
    (text) => expect(isUuid(text)).toBe(true),
  )

  it.each([
    '',
    '919108f752d143209bacf847db4148a8',
    '{919108f7-52d1-4320-9bac-f847db4148a8}',
    '919108f7-52d1-4320-9bac-f847db4148a8\n',
    ' 919108f7-52d1-4320-9bac-f847db4148a8',
    '919108g7-52d1-4320-9bac-f847db4148a8',
  ])('rejects %j', (text) => expect(isUuid(text)).toBe(false))
})

describe('uuidBytes', () => {
  it('round-trips any 16 bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), (bytes) => {
        expect([...uuidBytes(uuidFromBytes(bytes))]).toEqual([...bytes])
      }),
    )
  })

  it('throws for bytes that are no UUID', () => {
    expect(() => uuidBytes('abc')).toThrow(RangeError)
    expect(() => uuidFromBytes(new Uint8Array(15))).toThrow(RangeError)
  })
})

describe('parseIntegerId', () => {
  it.each([
    ['1', 1],
    ['42', 42],
    ['2147483647', 2_147_483_647],
    ['2147483648', null],
    ['9999999999', null],
    ['99999999999999999999', null],
    ['0', null],
    ['01', null],
    ['+1', null],
    ['-1', null],
    ['1e3', null],
    ['0x1', null],
    ['1.0', null],
    [' 1', null],
    ['1\n', null],
    ['１', null],
    ['', null],
  ])('reads %j as %s', (text, id) => {
    expect(parseIntegerId(text)).toBe(id)
  })
})
