import { describe, expect, it } from '@jest/globals'
import { ageBucket, bucketWidth, calibrate, densityAt } from './match-model.js'
import { SIGNAL_NAMES } from './match-types.js'
import { SHIPPED_MODEL } from './shipped-model.js'
import { TEST_MODEL } from './test-fixtures.js'

describe('calibration', () => {
  const calibration = [
    {
      untilMinutes: 6,
      points: [
        [0, 0],
        [0.5, 0.2],
        [0.9, 0.8],
      ],
    },
    { untilMinutes: 1_440, points: [[1, 0.6]] },
  ] as const
  const FRESH_MS = 5 * 60_000

  it.each([
    [0, 0],
    [0.25, 0.1],
    [0.5, 0.2],
    [0.7, 0.5],
    [1, 0.8],
  ])('maps %d to %d', (computed, measured) => {
    expect(calibrate({ calibration }, computed, FRESH_MS)).toBeCloseTo(measured, 10)
  })

  it.each([6, 1_441])('uses another curve for a click of %d minutes', (minutes) => {
    expect(calibrate({ calibration }, 0.5, minutes * 60_000)).toBeCloseTo(0.3, 10)
  })

  it('never returns more than 0.99', () => {
    expect(calibrate(TEST_MODEL, 1, FRESH_MS)).toBe(0.99)
  })
})

it.each([
  [-3, 0],
  [4.9, 0],
  [5, 1],
  [119, 2],
  [120, 3],
  [99_999, 3],
])('an age of %d minutes is in bucket %i', (minutes, index) => {
  expect(ageBucket(TEST_MODEL, minutes * 60_000)).toBe(index)
})

it('buckets are as wide as from the one before', () => {
  expect([0, 1, 2, 3].map((index) => bucketWidth(TEST_MODEL, index))).toEqual([5, 25, 90, 1_320])
})

describe('the density of an age', () => {
  const shares = [0.4, 0.4, 0.2, 0.1]
  const at = (minutes: number) => densityAt(TEST_MODEL, shares, minutes * 60_000)

  it('is the share of the bucket divided by its width, at the bucket’s middle', () => {
    expect(at(2.5)).toBeCloseTo(0.4 / 5, 6)
    expect(at(Math.sqrt(5 * 30))).toBeCloseTo(0.4 / 25, 6)
    expect(at(Math.sqrt(30 * 120))).toBeCloseTo(0.2 / 90, 6)
  })

  it('is continuous, and flat before the first and after the last middle', () => {
    for (const end of [5, 30, 120]) expect(at(end + 0.01) / at(end - 0.01)).toBeCloseTo(1, 2)
    expect([at(0), at(-3), at(2.4)]).toEqual([at(1), at(1), at(1)])
    expect(at(1_440)).toBe(at(99_999))
  })
})

describe('the shipped model', () => {
  const { ageMinutes, timeToInstall, withoutClick, calibration, codeConfidence } = SHIPPED_MODEL
  const isAscending = (values: readonly number[]) =>
    values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0))

  it('has a share for each age bucket, up to the longest window', () => {
    expect(timeToInstall).toHaveLength(ageMinutes.length)
    expect(withoutClick).toHaveLength(ageMinutes.length)
    expect(isAscending(ageMinutes)).toBe(true)
    expect(ageMinutes.at(-1)).toBe(1_440)
    expect(timeToInstall.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 1)
    expect(Math.min(...withoutClick)).toBeGreaterThan(0)
  })

  it('has rates between 0 and 1 for each signal of each platform', () => {
    for (const signals of Object.values(SHIPPED_MODEL.signals)) {
      expect(Object.keys(signals).sort()).toEqual([...SIGNAL_NAMES].sort())
      for (const { same, different } of Object.values(signals)) {
        expect(different).toHaveProperty('other')
        for (const rate of [same, ...Object.values(different)]) {
          expect(rate).toBeGreaterThan(0)
          expect(rate).toBeLessThan(1)
        }
      }
    }
  })

  it('has an ascending calibration curve, and no certain code', () => {
    expect(isAscending(calibration.map(({ untilMinutes }) => untilMinutes))).toBe(true)
    for (const { points } of calibration) {
      expect(isAscending(points.map(([computed]) => computed))).toBe(true)
      expect(isAscending(points.map(([, measured]) => measured))).toBe(true)
    }
    expect(codeConfidence).toBeGreaterThan(0)
    expect(codeConfidence).toBeLessThanOrEqual(0.99)
  })
})
