import { expect, it } from '@jest/globals'
import { isWhole, toDay, toMoments } from './day-range.js'

it('covers the first and the last day as the reader counts them', () => {
  const { from = '', to = '' } = toMoments({ from: '2026-11-20', to: '2026-11-21' })
  expect(toDay(new Date(from))).toBe('2026-11-20')
  expect(toDay(new Date(Date.parse(to) - 1))).toBe('2026-11-21')
  expect(toDay(new Date(to))).toBe('2026-11-22')
})

it('ignores values that are not days', () => {
  expect(toMoments({ from: 'yesterday', to: '2026-13-40' })).toEqual({})
  expect(toMoments({})).toEqual({})
})

it('is complete if both days are set and in order', () => {
  expect(isWhole({ from: '2026-11-20', to: '2026-11-20' })).toBe(true)
  expect(isWhole({ from: '2026-11-21', to: '2026-11-20' })).toBe(false)
  expect(isWhole({ from: '2026-11-21' })).toBe(false)
})
