import { describe, expect, it } from '@jest/globals'
import { keyedHash, saltedHash } from './keyed-hash.js'

const key = Buffer.alloc(32, 1)

describe('keyedHash', () => {
  it('has 16 bytes and is deterministic', () => {
    const hash = keyedHash(key, 'ip', '203.0.113.5')
    expect(hash).toHaveLength(16)
    expect(hash.equals(keyedHash(key, 'ip', '203.0.113.5'))).toBe(true)
  })

  it.each<[string, Parameters<typeof keyedHash>]>([
    ['key', [Buffer.alloc(32, 2), 'ip', '203.0.113.5']],
    ['label', [key, 'visitor', '203.0.113.5']],
    ['text', [key, 'ip', '203.0.113.6']],
    ['border between label and text', [key, 'i', 'p203.0.113.5']],
  ])('changes with the %s', (_, other) => {
    expect(keyedHash(...other)).not.toEqual(keyedHash(key, 'ip', '203.0.113.5'))
  })

  it('throws for a label with NUL', () => {
    expect(() => keyedHash(key, 'a\0b', 'c')).toThrow(RangeError)
  })
})

describe('saltedHash', () => {
  const salt = Buffer.alloc(32, 7)

  it('has 16 bytes, is deterministic, and differs by salt and text', () => {
    const hash = saltedHash(salt, 'a')
    expect(hash).toHaveLength(16)
    expect(saltedHash(new Uint8Array(salt), 'a')).toEqual(hash)
    expect(saltedHash(Buffer.alloc(32, 8), 'a')).not.toEqual(hash)
    expect(saltedHash(salt, 'b')).not.toEqual(hash)
  })
})
