import { expect, it } from '@jest/globals'
import type { Candidate } from '../../api/types.js'
import { placeClicks } from './place-clicks.js'

const click = (seconds: number) =>
  ({ click_id: String(seconds), age_seconds: seconds }) as Candidate
const WHERE = { windowMs: 7_200_000, width: 800 }

it('shows the whole window where there is no click', () => {
  expect(placeClicks([], WHERE)).toEqual({ spanMs: 7_200_000, placed: [], lanes: 1 })
})

it('puts clicks of the same moment on lines of their own', () => {
  const { placed, lanes } = placeClicks([click(60), click(61), click(62)], WHERE)
  expect(lanes).toBe(3)
  expect(new Set(placed.map(({ lane }) => lane)).size).toBe(3)
})

it('lets clicks that are far apart share a line', () => {
  expect(placeClicks([click(10), click(3_000)], WHERE).lanes).toBe(1)
})

it('leaves room before the oldest click, and takes a click after the install for one at its moment', () => {
  const { spanMs, placed } = placeClicks([click(-5), click(400)], WHERE)
  expect(spanMs).toBeGreaterThan(400_000)
  expect(placed.map(({ agoMs }) => agoMs)).toEqual([0, 400_000])
})
