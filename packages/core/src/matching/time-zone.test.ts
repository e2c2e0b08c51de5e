import { describe, expect, it } from '@jest/globals'
import { addDays, countDays, dateIn, dayBounds, isTimeZone } from './time-zone.js'

const bounds = (zone: string, from: string, to = from) =>
  dayBounds(zone, from, to).map((time) => time.toISOString())

describe('isTimeZone', () => {
  it.each(['UTC', 'Europe/Berlin', 'europe/berlin', 'America/Argentina/Ushuaia', 'Etc/GMT+1'])(
    'knows %s',
    (name) => {
      expect(isTimeZone(name)).toBe(true)
    },
  )

  it.each(['', 'Mars/Olympus', '+01:00', 'GMT+1:00', 'Europe/Berlin ', '../etc/passwd', 'x\0y'])(
    'knows no %j',
    (name) => {
      expect(isTimeZone(name)).toBe(false)
    },
  )
})

describe('dayBounds', () => {
  it.each([
    ['UTC', '2026-03-01', ['2026-03-01T00', '2026-03-02T00']],
    ['America/New_York', '2026-01-15', ['2026-01-15T05', '2026-01-16T05']],
    // Days of 23 and 25 hours.
    ['Europe/Berlin', '2026-03-29', ['2026-03-28T23', '2026-03-29T22']],
    ['Europe/Berlin', '2026-10-25', ['2026-10-24T22', '2026-10-25T23']],
    // Clocks change at midnight: forward, so the day begins at 01:00, and back to 23:00.
    ['Asia/Beirut', '2024-03-31', ['2024-03-30T22', '2024-03-31T21']],
    ['Asia/Beirut', '2024-10-26', ['2024-10-25T21', '2024-10-26T22']],
    ['America/Sao_Paulo', '2018-11-04', ['2018-11-04T03', '2018-11-05T02']],
    ['Pacific/Kiritimati', '2026-01-01', ['2025-12-31T10', '2026-01-01T10']],
    // This day did not exist there.
    ['Pacific/Apia', '2011-12-30', ['2011-12-30T10', '2011-12-30T10']],
  ])('returns the bounds in %s on %s', (zone, date, hours) => {
    expect(bounds(zone, date)).toEqual(hours.map((hour) => `${hour}:00:00.000Z`))
  })

  it('supports offsets of quarters of an hour', () => {
    expect(bounds('Asia/Kathmandu', '2026-01-01')[0]).toBe('2025-12-31T18:15:00.000Z')
  })

  it('has one more bound than days, each later than the one before, for a whole year', () => {
    for (const zone of ['UTC', 'America/Santiago', 'Africa/Casablanca', 'Australia/Lord_Howe']) {
      const times = dayBounds(zone, '2024-01-01', '2024-12-31').map((time) => time.getTime())
      expect(times).toHaveLength(367)
      const hours = times.slice(1).map((time, n) => (time - (times[n] ?? 0)) / 3_600_000)
      expect(hours.filter((length) => length < 23 || length > 25)).toEqual([])
      expect(hours.reduce((sum, length) => sum + length, 0)).toBe(366 * 24)
    }
  })
})

describe('dates', () => {
  it('are local dates', () => {
    const moment = new Date('2026-03-01T04:59:59.999Z')
    expect(dateIn('UTC', moment)).toBe('2026-03-01')
    expect(dateIn('America/New_York', moment)).toBe('2026-02-28')
    expect(dateIn('Pacific/Kiritimati', moment)).toBe('2026-03-01')
  })

  it('are counted over months and leap days', () => {
    expect(addDays('2024-02-28', 2)).toBe('2024-03-01')
    expect(addDays('2026-01-01', -1)).toBe('2025-12-31')
    expect(countDays('2024-02-28', '2024-03-01')).toBe(3)
    expect(countDays('2026-03-02', '2026-03-01')).toBe(0)
  })
})
