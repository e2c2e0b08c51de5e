import { describe, expect, it } from '@jest/globals'
import { medianInterval } from './statistics.js'

describe('medianInterval', () => {
  // Ranks from the table of the binomial distribution with p = 0.5.
  it.each([
    { count: 6, low: 1, high: 6 },
    { count: 10, low: 2, high: 9 },
    { count: 12, low: 3, high: 10 },
    { count: 20, low: 6, high: 15 },
  ])('reaches from rank $low to rank $high of $count values', ({ count, low, high }) => {
    const values = Array.from({ length: count }, (_, index) => count - index)
    expect(medianInterval(values)).toEqual({ low, high })
  })

  it('is unknown for fewer than six values', () => {
    expect(medianInterval([1, 2, 3, 4, 5])).toEqual({ low: NaN, high: NaN })
  })
})
