import { describe, expect, it } from '@jest/globals'
import { betaDistribution, exactInterval, weightedRate } from './intervals.js'

describe('the exact interval', () => {
  // Ends with a closed form: for no hit 1 - (α/2)^(1/n), for all hits (α/2)^(1/n).
  it.each([10, 300, 10_000])('has the closed form for none and for all among %d', (of) => {
    const closed = 0.025 ** (1 / of)
    const none = exactInterval({ hits: 0, of })
    expect(none.low).toBe(0)
    expect(none.high).toBeCloseTo(1 - closed, 10)
    const all = exactInterval({ hits: of, of })
    expect(all.low).toBeCloseTo(closed, 10)
    expect(all.high).toBe(1)
  })

  // Known values, as printed by R's binom.test.
  it.each([
    [1, 10, 0.002528579, 0.4450161],
    [5, 10, 0.187086, 0.812914],
    [8, 20, 0.1911901, 0.6394574],
    [27, 10_383, 0.001714, 0.003781],
  ])('equals the published value for %d among %d', (hits, of, low, high) => {
    const interval = exactInterval({ hits, of })
    expect(interval.low).toBeCloseTo(low, 5)
    expect(interval.high).toBeCloseTo(high, 5)
  })

  it('leaves a tail of 2.5 % on each side, also for large counts', () => {
    for (const [hits, of] of [
      [3, 7],
      [41, 9_000],
      [5_200, 10_400],
      [1.7, 230.4],
    ] as const) {
      const { low, high } = exactInterval({ hits, of })
      expect(binomialTail(hits, of, low)).toBeCloseTo(0.025, 8)
      expect(1 - binomialTail(hits + 1, of, high)).toBeCloseTo(0.025, 8)
    }
  })

  it('is not a number without data', () => {
    expect(exactInterval({ hits: 0, of: 0 })).toEqual({ low: NaN, high: NaN })
  })
})

/** The probability of at least this many hits, which is that of a beta distribution. */
function binomialTail(hits: number, of: number, p: number): number {
  return betaDistribution(p, hits, of - hits + 1)
}

describe('the beta distribution', () => {
  it('is the sum of binomial terms', () => {
    const [of, p] = [12, 0.3]
    const term = (k: number) => choose(of, k) * p ** k * (1 - p) ** (of - k)
    for (let hits = 1; hits <= of; hits += 1) {
      const sum = Array.from({ length: of - hits + 1 }, (_, index) => term(hits + index))
      expect(betaDistribution(p, hits, of - hits + 1)).toBeCloseTo(
        sum.reduce((total, one) => total + one, 0),
        12,
      )
    }
  })
})

function choose(n: number, k: number): number {
  return Array.from({ length: k }, (_, index) => (n - index) / (index + 1)).reduce(
    (a, b) => a * b,
    1,
  )
}

describe('a weighted rate', () => {
  const observations = (count: number, weight: number, hits: number) =>
    Array.from({ length: count }, (_, index) => ({ weight, isHit: index < hits }))

  it('equals the plain rate if the weights are equal, whatever the weight', () => {
    const { hits, of } = weightedRate(observations(50, 0.2, 5))
    expect(hits).toBeCloseTo(5)
    expect(of).toBeCloseTo(50)
  })

  it('has the share of the weights, and fewer effective observations', () => {
    const rare = observations(100, 0.1, 50)
    const common = observations(100, 0.9, 0)
    const { hits, of } = weightedRate([...rare, ...common])
    expect(hits / of).toBeCloseTo(0.05)
    // (100 · 0.1 + 100 · 0.9)² ÷ (100 · 0.01 + 100 · 0.81)
    expect(of).toBeCloseTo(10_000 / 82)
  })

  it('is null without data', () => {
    expect(weightedRate([])).toEqual({ hits: 0, of: 0 })
  })
})
