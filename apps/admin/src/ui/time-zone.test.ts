import { afterEach, expect, it } from '@jest/globals'
import { toDay, toMoments } from './day-range.js'
import { formatTime } from './format.js'
import { fromLocalMinute, setTimeZone, timeZone, toLocalMinute } from './time-zone.js'

afterEach(() => setTimeZone(null))

it('shows and reads times in the chosen zone', () => {
  setTimeZone('Asia/Tokyo')
  const time = new Date('2026-11-27T16:30:00Z')
  expect([timeZone(), toLocalMinute(time)]).toEqual(['Asia/Tokyo', '2026-11-28T01:30'])
  expect(fromLocalMinute('2026-11-28T01:30')).toEqual(time)
  expect(formatTime(time.toISOString())).toBe('28 Nov 2026, 01:30:00')
  expect(toDay(time)).toBe('2026-11-28')
  setTimeZone('America/New_York')
  expect(formatTime(time.toISOString())).toBe('27 Nov 2026, 11:30:00')
})

it('begins and ends days where clocks change', () => {
  setTimeZone('Europe/Berlin')
  expect(toMoments({ from: '2026-03-29', to: '2026-03-29' })).toEqual({
    from: '2026-03-28T23:00:00.000Z',
    to: '2026-03-29T22:00:00.000Z',
  })
  expect(toMoments({ from: '2026-10-25', to: '2026-10-25' })).toEqual({
    from: '2026-10-24T22:00:00.000Z',
    to: '2026-10-25T23:00:00.000Z',
  })
})

it('moves a time that clocks skip forward', () => {
  setTimeZone('Europe/Berlin')
  expect(toLocalMinute(fromLocalMinute('2026-03-29T02:30'))).toBe('2026-03-29T03:30')
  setTimeZone('Asia/Beirut')
  expect(toLocalMinute(fromLocalMinute('2026-03-29T00:00'))).toBe('2026-03-29T01:00')
})
