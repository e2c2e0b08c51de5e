import { describe, expect, it } from '@jest/globals'
import { createRandom, newSeed, type Random } from './seeded-random.js'

const draw = (random: Random, count = 20) => Array.from({ length: count }, () => random.next())

describe('createRandom', () => {
  it('draws the same numbers for the same seed, and others for another', () => {
    expect(draw(createRandom(7))).toEqual(draw(createRandom(7)))
    expect(draw(createRandom(7))).not.toEqual(draw(createRandom(8)))
  })

  it('covers the whole range, also for neighbouring seeds', () => {
    const tenths = new Array<number>(10).fill(0)
    for (const value of draw(createRandom(1), 100_000)) {
      const tenth = Math.floor(value * 10)
      tenths[tenth] = (tenths[tenth] ?? 0) + 1
    }
    for (const count of tenths) expect(Math.abs(count - 10_000)).toBeLessThan(500)
    const firsts = Array.from({ length: 1_000 }, (_, seed) => createRandom(seed).next())
    const mean = firsts.reduce((sum, value) => sum + value, 0) / firsts.length
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.05)
  })

  it('draws integers including both ends, and each element of a list', () => {
    const random = createRandom(3)
    const drawn = new Set(Array.from({ length: 200 }, () => random.integer(-1, 2)))
    expect([...drawn].sort((a, b) => a - b)).toEqual([-1, 0, 1, 2])
    const picked = new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])))
    expect([...picked].sort()).toEqual(['a', 'b', 'c'])
    expect(() => random.pick([])).toThrow(RangeError)
  })

  it('is true with the given probability, never at 0 and always at 1', () => {
    const random = createRandom(4)
    const hits = Array.from({ length: 10_000 }, () => random.chance(0.25)).filter(Boolean).length
    expect(Math.abs(hits - 2_500)).toBeLessThan(200)
    const all = Array.from({ length: 1_000 }, () => [random.chance(0), random.chance(1)])
    expect(all.every(([never, always]) => never === false && always === true)).toBe(true)
  })

  it('forks by name, independent of earlier draws', () => {
    const fresh = createRandom(5)
    const used = createRandom(5)
    draw(used)
    expect(draw(fresh.fork('kills'))).toEqual(draw(used.fork('kills')))
    expect(draw(fresh.fork('kills'))).not.toEqual(draw(fresh.fork('cuts')))
    expect(draw(fresh.fork(1))).not.toEqual(draw(fresh.fork(2)))
  })
})

describe('newSeed', () => {
  it('is an integer that a command line accepts', () => {
    const seed = newSeed()
    expect(Number.isSafeInteger(seed) && seed >= 0).toBe(true)
    expect(draw(createRandom(Number(String(seed))))).toEqual(draw(createRandom(seed)))
  })
})
