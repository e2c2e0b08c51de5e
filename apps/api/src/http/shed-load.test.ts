import { expect, it } from '@jest/globals'
import { LoadShedder, type RequestKind } from './shed-load.js'

const shareOf = (shedder: LoadShedder, kind: RequestKind) =>
  Array.from({ length: 100 }, () => shedder.sheds(kind)).filter(Boolean).length / 100

function after(...lateMs: number[]): LoadShedder {
  const shedder = new LoadShedder()
  for (const ms of lateMs) shedder.observe(ms)
  return shedder
}

it('rejects nothing after one late turn, however late', () => {
  const shedder = after(0, 11_000, 0, 0, 11_000)
  expect([shareOf(shedder, 'call'), shareOf(shedder, 'visit')]).toEqual([0, 0])
})

it('rejects calls first, and visits only while that is not enough', () => {
  expect(shareOf(after(600, 600), 'call')).toBeCloseTo(0.5, 1)
  expect(shareOf(after(600, 600), 'visit')).toBe(0)
  expect(shareOf(after(600, 600, 600), 'visit')).toBe(0)
  expect(shareOf(after(600, 600, 600, 600), 'visit')).toBeCloseTo(0.5, 1)
})

it('always serves part of the calls and of the visits', () => {
  const shedder = after(...Array.from({ length: 50 }, () => 5_000))
  expect(shareOf(shedder, 'call')).toBeCloseTo(0.9, 1)
  expect(shareOf(shedder, 'visit')).toBeCloseTo(0.5, 1)
})

it('continues to reject between the two limits, and stops in steps once turns are on time', () => {
  const shedder = after(600, 600, 600)
  shedder.observe(400)
  expect(shareOf(shedder, 'call')).toBeCloseTo(0.9, 1)
  for (let n = 0; n < 5; n += 1) shedder.observe(0)
  expect(shareOf(shedder, 'call')).toBeCloseTo(0.5, 1)
  for (let n = 0; n < 6; n += 1) shedder.observe(0)
  expect(shareOf(shedder, 'call')).toBe(0)
})
