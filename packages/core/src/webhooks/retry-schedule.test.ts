import { describe, expect, it } from '@jest/globals'
import { MAX_ATTEMPTS, retryDelayMs } from './retry-schedule.js'

describe('retryDelayMs', () => {
  it.each([
    [1, 60_000],
    [2, 240_000],
    [3, 960_000],
    [4, null],
    [5, null],
  ])('returns after %d failed attempts: %s ms', (failedAttempts, delayMs) => {
    expect(retryDelayMs(failedAttempts)).toBe(delayMs)
  })

  it('scales with the base', () => {
    expect([1, 2, 3, 4].map((n) => retryDelayMs(n, 50))).toEqual([50, 200, 800, null])
  })

  it('allows exactly three retries', () => {
    const granted = [1, 2, 3, 4, 5, 6].filter((n) => retryDelayMs(n) !== null)
    expect(granted).toHaveLength(MAX_ATTEMPTS - 1)
  })

  it.each([0, -1, 1.5, Number.NaN])('throws for %s failed attempts', (failedAttempts) => {
    expect(() => retryDelayMs(failedAttempts)).toThrow(RangeError)
  })
})
