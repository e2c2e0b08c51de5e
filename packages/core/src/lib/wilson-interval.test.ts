import { expect, it } from '@jest/globals'
import { wilsonInterval } from './wilson-interval.js'

// Reference values: scipy.stats.binomtest(k, n).proportion_ci(method='wilson').
it.each([
  [8, 10, 0.49016, 0.94332],
  [0, 10, 0, 0.27753],
  [10, 10, 0.72247, 1],
  [95, 100, 0.88825, 0.97846],
  [1, 1_000, 0.00018, 0.00564],
])('the interval of %i of %i goes from %d to %d', (successes, trials, low, high) => {
  const interval = wilsonInterval(successes, trials)
  expect(interval?.value).toBe(successes / trials)
  expect(interval?.low).toBeCloseTo(low, 4)
  expect(interval?.high).toBeCloseTo(high, 4)
})

it('the share without trials is null', () => {
  expect(wilsonInterval(0, 0)).toBeNull()
})
