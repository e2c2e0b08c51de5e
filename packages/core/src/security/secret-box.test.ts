import { hkdfSync } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { KeyRingError, parseKeyRing } from './key-ring.js'
import { deriveKey, open, seal, sealedKid } from './secret-box.js'

const entry = (kid: string, byte: number) => `${kid}:${Buffer.alloc(32, byte).toString('base64')}`
const old = parseKeyRing(entry('old', 1))
const both = parseKeyRing(`${entry('new', 2)},${entry('old', 1)}`)

describe('seal and open', () => {
  it('round-trip any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, aad) => {
        expect(open(both, seal(both, text, aad), aad)).toBe(text)
      }),
    )
  })

  it('contain the key’s name and hide the text', () => {
    const sealed = seal(both, 'whsec_secret', 'webhook:1')
    expect(sealed).toMatch(/^new\.[A-Za-z0-9_-]+$/)
    expect(sealedKid(sealed)).toBe('new')
    expect(Buffer.from(sealed.slice(4), 'base64url').toString('latin1')).not.toContain('secret')
  })

  it('never return the same value twice', () => {
    expect(seal(old, 'x', '')).not.toBe(seal(old, 'x', ''))
  })

  it('open with an old key after a new one was added', () => {
    expect(open(both, seal(old, 'x', 'aad'), 'aad')).toBe('x')
  })
})

describe('open', () => {
  const sealed = seal(both, 'secret', 'webhook:1')

  it('names the key that the ring lacks', () => {
    expect(() => open(old, sealed, 'webhook:1')).toThrow(
      expect.objectContaining({
        name: 'KeyRingError',
        kid: 'new',
        message: expect.stringMatching(/"new".*has: old/),
      }),
    )
  })

  it('rejects a value that was moved to another row', () => {
    expect(() => open(both, sealed, 'webhook:2')).toThrow(KeyRingError)
  })

  it('rejects another key under the same name', () => {
    const impostor = parseKeyRing(entry('new', 9))
    expect(() => open(impostor, sealed, 'webhook:1')).toThrow(
      expect.objectContaining({ kid: 'new' }),
    )
  })

  it('rejects a value with any one bit changed', () => {
    const bytes = Buffer.from(sealed.slice(4), 'base64url')
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length * 8 - 1 }), (bit) => {
        const forged = Buffer.from(bytes)
        forged[bit >> 3] = (forged[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(() => open(both, `new.${forged.toString('base64url')}`, 'webhook:1')).toThrow(
          KeyRingError,
        )
      }),
    )
  })

  it.each(['', 'new', 'new.', '.AAAA', 'new.A', `new.${'A'.repeat(37)}`, 'new.a.b', 'new.+/'])(
    'rejects the malformed %j',
    (text) => expect(() => open(both, text, '')).toThrow(KeyRingError),
  )
})

describe('sealedKid', () => {
  it('is null for a value that is not sealed', () => expect(sealedKid('plain text')).toBeNull())
})

describe('deriveKey', () => {
  const root = Buffer.alloc(32, 5)

  it('is HKDF-SHA256 of the root secret and the label', () => {
    const expected = Buffer.from(hkdfSync('sha256', root, '', 'click-token', 32))
    expect(deriveKey(root, 'click-token')).toEqual(expected)
    expect(deriveKey(root, 'click-token')).toHaveLength(32)
  })

  it('differs by label and by root', () => {
    expect(deriveKey(root, 'a')).not.toEqual(deriveKey(root, 'b'))
    expect(deriveKey(Buffer.alloc(32, 6), 'a')).not.toEqual(deriveKey(root, 'a'))
  })
})
