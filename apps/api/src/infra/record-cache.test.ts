import { describe, expect, it } from '@jest/globals'
import { createRecordCache } from './record-cache.js'

interface Row {
  text: string
}

function setUp({ freshMs = 1_000, max = 10 } = {}) {
  const clock = { ms: 0 }
  const cache = createRecordCache<Row>({ max, freshMs: () => freshMs, now: () => clock.ms })
  return { cache, clock, load: (text: string) => cache.load('a', () => Promise.resolve({ text })) }
}

/** A load that ends when the test says so. */
function slowly(): { load: () => Promise<Row | null>; end: (row: Row | null) => void } {
  let end: (row: Row | null) => void = () => undefined
  const loading = new Promise<Row | null>((resolve) => {
    end = resolve
  })
  return { load: () => loading, end }
}

describe('a record cache', () => {
  it('returns fresh records, and day-old ones only on request', async () => {
    const { cache, clock, load } = setUp()
    expect(await load('one')).toEqual({ text: 'one' })
    clock.ms = 999
    expect(cache.fresh('a')).toEqual({ text: 'one' })
    clock.ms = 1_000
    expect([cache.fresh('a'), cache.old('a')]).toEqual([undefined, { text: 'one' }])
    clock.ms = 24 * 3_600_000
    expect(cache.old('a')).toBeUndefined()
  })

  it('loads once for concurrent callers', async () => {
    const { cache } = setUp()
    let loads = 0
    const { load, end } = slowly()
    const counted = () => {
      loads += 1
      return load()
    }
    const asked = Array.from({ length: 100 }, () => cache.load('a', counted))
    end({ text: 'one' })
    expect(new Set(await Promise.all(asked))).toEqual(new Set([{ text: 'one' }]))
    expect(loads).toBe(1)
  })

  it('does not cache misses, and removes deleted records', async () => {
    const { cache, load } = setUp()
    await load('one')
    expect(await cache.load('a', () => Promise.resolve(null))).toBeNull()
    expect(cache.old('a')).toBeUndefined()
  })

  it('keeps a record when its load fails', async () => {
    const { cache, load } = setUp()
    await load('one')
    await expect(cache.load('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(cache.old('a')).toEqual({ text: 'one' })
    expect(await load('two')).toEqual({ text: 'two' })
  })

  it.each([
    ['removed alone', 'remove'],
    ['removed with others', 'removeWhere'],
    ['expired', 'expire'],
  ] as const)('does not restore by a running load what was %s', async (_case, verb) => {
    const { cache, load } = setUp()
    await load('older')
    const { load: slow, end } = slowly()
    const underWay = cache.load('a', slow)
    if (verb === 'remove') cache.remove('a')
    else if (verb === 'removeWhere') cache.removeWhere(() => true)
    else cache.expire()
    expect(cache.fresh('a')).toBeUndefined()
    await load('new')
    end({ text: 'old' })
    expect(await underWay).toEqual({ text: 'old' })
    expect(cache.fresh('a')).toEqual({ text: 'new' })
  })

  it('keeps expired records for outages, but not removed ones', async () => {
    const { cache, load } = setUp()
    await load('one')
    cache.expire()
    expect([cache.fresh('a'), cache.old('a')]).toEqual([undefined, { text: 'one' }])
    cache.remove('a')
    expect(cache.old('a')).toBeUndefined()
  })

  it('keeps a record that expired during its load, unless it was removed', async () => {
    const { cache } = setUp()
    const one = slowly()
    const loading = cache.load('a', one.load)
    cache.expire()
    one.end({ text: 'one' })
    await loading
    expect([cache.fresh('a'), cache.old('a')]).toEqual([undefined, { text: 'one' }])

    const two = slowly()
    const loadingNext = cache.load('a', two.load)
    cache.expire()
    cache.remove('a')
    two.end({ text: 'two' })
    await loadingNext
    expect(cache.old('a')).toBeUndefined()
  })

  it('does not restore a record that a later load found missing', async () => {
    const { cache } = setUp()
    const one = slowly()
    const loading = cache.load('a', one.load)
    cache.expire()
    expect(await cache.load('a', () => Promise.resolve(null))).toBeNull()
    one.end({ text: 'one' })
    await loading
    expect(cache.old('a')).toBeUndefined()
  })

  it('stores no more bytes than allowed', async () => {
    const bytes = { max: 10, of: ({ text }: Row) => text.length }
    const cache = createRecordCache<Row>({ max: 10, bytes, freshMs: () => 1_000 })
    for (const [key, text] of [
      ['a', 'four'],
      ['b', 'four'],
      ['c', 'four'],
      ['d', 'more than ten'],
    ] as const)
      await cache.load(key, () => Promise.resolve({ text }))
    const kept = ['a', 'b', 'c', 'd'].map((key) => cache.old(key)?.text)
    expect(kept).toEqual([undefined, 'four', 'four', undefined])
  })

  it('stores no more records than allowed', async () => {
    const { cache } = setUp({ max: 2 })
    for (const key of ['a', 'b', 'c']) await cache.load(key, () => Promise.resolve({ text: key }))
    expect(['a', 'b', 'c'].map((key) => cache.old(key)?.text)).toEqual([undefined, 'b', 'c'])
  })
})
