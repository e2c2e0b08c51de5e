import { expect, it } from '@jest/globals'
import type { Candidate, NearMiss } from '../../api/types.js'
import { placeClicks, timedClicks, type TimedClick } from './place-clicks.js'

const click = (ageSeconds: number, kind: TimedClick['kind'] = 'other'): TimedClick => ({
  ...{ id: String(ageSeconds), ageSeconds, code: 'A', words: 'not chosen', kind },
})
const WINDOW_MS = 7_200_000
const WHERE = { windowMs: WINDOW_MS, width: 800 }

it('shows the whole window where there is no click', () => {
  const nothing = { spanMs: WINDOW_MS, placed: [], lanes: 1, hasOlder: false }
  expect(placeClicks([], WHERE)).toEqual(nothing)
})

it('puts clicks of the same moment on separate lines', () => {
  const { placed, lanes } = placeClicks([click(60), click(61), click(62)], WHERE)
  expect(lanes).toBe(3)
  expect(new Set(placed.map(({ lane }) => lane)).size).toBe(3)
})

it('lets clicks that are far apart share a line', () => {
  expect(placeClicks([click(10), click(3_000)], WHERE).lanes).toBe(1)
})

it("leaves space before the oldest click, and draws a click after the install at the install's time", () => {
  const { spanMs, placed } = placeClicks([click(-5), click(400)], WHERE)
  expect(spanMs).toBeGreaterThan(400_000)
  expect(placed.map(({ agoMs }) => agoMs)).toEqual([0, 400_000])
})

it('does not extend the time line for a near miss older than the window', () => {
  const { spanMs, hasOlder } = placeClicks([click(60), click(80_000, 'near')], WHERE)
  expect(spanMs).toBe(WINDOW_MS * 1.25)
  expect(hasOlder).toBe(true)
})

it('names each candidate and the first three near misses, each with its first reason', () => {
  const candidate = { click_id: 'c', age_seconds: 5, code: 'SPRING7', verdict: 'not_chosen' }
  const misses = [1, 2, 3, 4].map((seconds) => ({
    ...{ click_id: `near ${seconds}`, age_seconds: seconds, code: null },
    why_not: ['no_landing_page', 'other_address'],
  }))
  const clicks = timedClicks([candidate as Candidate], misses as NearMiss[], WINDOW_MS)
  expect(clicks.map(({ kind, code, words }) => [kind, code, words])).toEqual([
    ['other', 'SPRING7', 'not chosen'],
    ...Array.from({ length: 3 }, () => ['near', 'Click', 'landing page not seen']),
    ['near', 'Click', ''],
  ])
})
