import { describe, expect, it } from '@jest/globals'
import { createBoundedCache } from './bounded-cache.js'

describe('a bounded cache', () => {
  it('creates a value once', () => {
    const cache = createBoundedCache<object>(10)
    const made = cache.get('a', () => ({}))
    expect(cache.get('a', () => ({}))).toBe(made)
  })

  it('keeps used entries and evicts others', () => {
    const cache = createBoundedCache<number>(10)
    let made = 0
    const ask = (key: string) => cache.get(key, () => (made += 1))
    const first = ask('kept')
    const evicted = ask('evicted')
    for (let index = 0; index < 100; index += 1) {
      ask(`other ${index}`)
      expect(ask('kept')).toBe(first)
    }
    expect(ask('evicted')).not.toBe(evicted)
  })

  it('does not cache a failure', () => {
    const cache = createBoundedCache<number>(10)
    expect(() =>
      cache.get('a', () => {
        throw new Error('no')
      }),
    ).toThrow('no')
    expect(cache.get('a', () => 7)).toBe(7)
  })
})
