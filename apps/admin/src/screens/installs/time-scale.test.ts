import { expect, it } from '@jest/globals'
import { timeScale } from './time-scale.js'

const MINUTE = 60

it('has round ticks with room between them, one of them the end of the window', () => {
  for (const oldest of [10, 500, 7_000, 30_000, 86_000, 600_000]) {
    const { at, ticks } = timeScale([oldest], { windowMinutes: 120 })
    expect(ticks).toContain(120)
    for (const tick of ticks) expect([1, 5, 15, 30, 60]).toContain(tick % 60 || 60)
    const places = [0, ...ticks.map((minutes) => at(minutes * MINUTE))]
    for (const [index, place] of places.slice(1).entries())
      expect(place - (places[index] ?? 0)).toBeGreaterThanOrEqual(0.149)
  }
})

it('goes from the install to the oldest click, and keeps minutes and hours apart', () => {
  const { at } = timeScale([20, 80_000], { windowMinutes: 120 })
  expect(at(0)).toBe(0)
  expect(at(-5)).toBe(0)
  expect(at(80_000)).toBeLessThan(1)
  expect(at(900_000)).toBe(1)
  expect(at(10 * MINUTE)).toBeGreaterThan(0.05)
})

it('shows the whole window where there is no click, and some minutes without a window', () => {
  expect(timeScale([], { windowMinutes: 120 }).at(120 * MINUTE)).toBeLessThan(1)
  expect(timeScale([30], { windowMinutes: null }).ticks).toEqual([1])
})
