import { inspect } from 'node:util'
import { describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry, KeyRingError, parseKeyRing } from './key-ring.js'

const encoded = (byte: number, length = 32) => Buffer.alloc(length, byte).toString('base64')

describe('parseKeyRing', () => {
  it('writes with the first key and reads with all', () => {
    const ring = parseKeyRing(` new:${encoded(2)}, old:${encoded(1)} ,`)
    expect(ring.writeKid).toBe('new')
    expect([...ring.keys.keys()]).toEqual(['new', 'old'])
    expect(ring.keys.get('old')?.export()).toEqual(Buffer.alloc(32, 1))
  })

  it('accepts base64 with and without padding', () => {
    const ring = parseKeyRing(`k:${encoded(1).replace('=', '')}`)
    expect(ring.keys.get('k')?.export()).toEqual(Buffer.alloc(32, 1))
  })

  it('reads an entry that it generated', () => {
    expect(parseKeyRing(generateKeyRingEntry('k1')).writeKid).toBe('k1')
    expect(generateKeyRingEntry('k1')).not.toBe(generateKeyRingEntry('k1'))
    expect(() => generateKeyRingEntry('a:b')).toThrow(KeyRingError)
  })

  it.each<[string, string, string | null, RegExp]>([
    ['nothing', '', null, /empty/],
    ['commas only', ' , ', null, /empty/],
    ['no kid', encoded(1), null, /Entry 1/],
    ['an empty kid', `:${encoded(1)}`, null, /Entry 1/],
    ['a kid with a dot', `a.b:${encoded(1)}`, null, /Entry 1/],
    ['no key', `ok:${encoded(1)},k:`, null, /Entry 2/],
    ['a short key', `k:${encoded(1, 31)}`, 'k', /"k".*32 bytes/],
    ['a long key', `k:${encoded(1, 33)}`, 'k', /"k".*32 bytes/],
    ['url-safe base64', `k:${Buffer.alloc(32, 0xff).toString('base64url')}`, 'k', /base64/],
    ['a kid twice', `k:${encoded(1)},k:${encoded(2)}`, 'k', /twice/],
  ])('rejects %s', (_, text, kid, message) => {
    const refusal = expect.objectContaining({ kid, message: expect.stringMatching(message) })
    expect(() => parseKeyRing(text)).toThrow(refusal)
  })

  it('never shows a key', () => {
    const secret = encoded(1, 31)
    expect(() => parseKeyRing(`k:${secret}`)).toThrow(
      expect.objectContaining({ message: expect.not.stringContaining(secret.slice(0, 20)) }),
    )
    const ring = parseKeyRing(`k:${encoded(1)}`)
    expect(inspect(ring, { depth: 9 }) + JSON.stringify([...ring.keys])).not.toMatch(
      /AQEB|0101|1, 1/,
    )
  })
})
