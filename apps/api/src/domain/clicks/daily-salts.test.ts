import { afterEach, describe, expect, it } from '@jest/globals'
import { createDailySalts, type DailySalts } from './daily-salts.js'

const NOON = '2026-03-01T12:00:00Z'
const open: DailySalts[] = []
afterEach(() => {
  for (const each of open.splice(0)) each.close()
})

/** Salts whose clock and database the test sets. */
function salts(startsAt = NOON) {
  const asked: string[] = []
  const errors: unknown[] = []
  const state = { nowMs: Date.parse(startsAt), fails: false, isAway: false }
  const daily = createDailySalts({
    load: (day) => {
      asked.push(day)
      return state.fails ? Promise.reject(new Error('away')) : Promise.resolve(Buffer.from(day))
    },
    isAway: () => state.isAway,
    onError: (error) => errors.push(error),
    now: () => state.nowMs,
  })
  open.push(daily)
  const of = (moment: string) => {
    const salt = daily.of(new Date(moment))
    return salt === null ? null : Buffer.from(salt).toString()
  }
  const comeTo = (moment: string) => {
    state.nowMs = Date.parse(moment)
    return daily.prepare()
  }
  return { of, comeTo, state, asked, errors, prepare: () => daily.prepare() }
}

describe('daily salts', () => {
  it('are those of the UTC day, loaded once for all callers', async () => {
    const { of, asked, prepare } = salts()
    await Promise.all([prepare(), prepare()])
    expect([of(NOON), of('2026-03-01T00:00:00Z')]).toEqual(['2026-03-01', '2026-03-01'])
    expect(asked).toEqual(['2026-03-01'])
  })

  it('delay no click: one that comes too early has none, later ones have', async () => {
    const { of, asked, prepare } = salts()
    expect([of(NOON), of(NOON)]).toEqual([null, null])
    await prepare()
    expect(of(NOON)).toBe('2026-03-01')
    expect(asked).toEqual(['2026-03-01'])
  })

  it('are loaded before their day begins, so that midnight needs no database', async () => {
    const { of, comeTo, asked, state } = salts()
    await comeTo('2026-03-01T21:59:59Z')
    expect(asked).toEqual(['2026-03-01'])
    await comeTo('2026-03-01T22:00:00Z')
    state.fails = true
    await comeTo('2026-03-02T00:00:00Z')
    expect(of('2026-03-02T00:00:00Z')).toBe('2026-03-02')
    expect(of('2026-03-01T23:59:59Z')).toBe('2026-03-01')
    expect(asked).toEqual(['2026-03-01', '2026-03-02'])
  })

  it('are null while they cannot be loaded, and are not requested again by every click', async () => {
    const { of, comeTo, asked, errors, state, prepare } = salts()
    state.fails = true
    await prepare()
    expect([of(NOON), of(NOON), of(NOON)]).toEqual([null, null, null])
    expect([asked.length, errors.length]).toEqual([1, 1])
    state.fails = false
    await comeTo('2026-03-01T12:00:01Z')
    expect(of(NOON)).toBe('2026-03-01')
  })

  it('are not requested while the database is known to be unavailable', async () => {
    const { of, asked, state, prepare } = salts()
    state.isAway = true
    await prepare()
    expect([of(NOON), asked]).toEqual([null, []])
  })

  it('are removed from memory within 48 h of the beginning of their day, also without requests', async () => {
    const { of, comeTo, asked, state } = salts()
    await comeTo(NOON)
    state.isAway = true
    await comeTo('2026-03-02T21:59:00Z')
    expect(of(NOON)).toBe('2026-03-01')
    await comeTo('2026-03-02T22:00:00Z')
    expect([of(NOON), asked]).toEqual([null, ['2026-03-01']])
  })
})
