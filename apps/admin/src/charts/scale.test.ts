import { expect, it } from '@jest/globals'
import { areaPath, labelIndexes, linePath, roundScale } from './scale.js'

it('ends a scale at a round number that no value exceeds', () => {
  expect(roundScale(0)).toEqual({ top: 1, ticks: [0, 1] })
  expect(roundScale(3)).toEqual({ top: 3, ticks: [0, 1, 2, 3] })
  expect(roundScale(97)).toEqual({ top: 100, ticks: [0, 25, 50, 75, 100] })
  expect(roundScale(1_234)).toEqual({ top: 1_500, ticks: [0, 500, 1_000, 1_500] })
})

it('has only whole numbers on its lines, because values are counts', () => {
  for (let highest = 1; highest < 500; highest += 1) {
    const { top, ticks } = roundScale(highest)
    expect(top).toBeGreaterThanOrEqual(highest)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

it('draws nothing without points', () => {
  expect(linePath([])).toBe('')
  expect(areaPath([], 10)).toBe('')
})

it('labels the last point, and at most as many as fit', () => {
  expect(labelIndexes(30, 6).at(-1)).toBe(29)
  expect(labelIndexes(30, 6).length).toBeLessThanOrEqual(6)
  expect(labelIndexes(3, 6)).toEqual([0, 1, 2])
  expect(labelIndexes(0, 6)).toEqual([])
})
