import { describe, expect, it } from '@jest/globals'
import { createDailySalts } from './daily-salts.js'

const NOON = new Date('2026-03-01T12:00:00Z')

function salts() {
  const asked: string[] = []
  const errors: unknown[] = []
  let isAway = false
  const daily = createDailySalts({
    load: (day) => {
      asked.push(day)
      return isAway ? Promise.reject(new Error('away')) : Promise.resolve(Buffer.from(day))
    },
    onError: (error) => errors.push(error),
  })
  const of = async (now: Date) => (await daily.of(now))?.toString() ?? null
  return { of, asked, errors, goAway: () => (isAway = true) }
}

describe('daily salts', () => {
  it('are those of the UTC day, asked for once however many ask', async () => {
    const { of, asked } = salts()
    const days = await Promise.all([of(NOON), of(NOON), of(new Date('2026-03-01T00:00:00Z'))])
    expect(days).toEqual(['2026-03-01', '2026-03-01', '2026-03-01'])
    expect(await of(new Date('2026-03-01T21:59:59.999Z'))).toBe('2026-03-01')
    expect(asked).toEqual(['2026-03-01'])
  })

  it('are fetched before their day begins, so that midnight needs no database', async () => {
    const { of, asked, goAway } = salts()
    await of(new Date('2026-03-01T22:00:00Z'))
    await of(new Date('2026-03-01T22:00:01Z'))
    expect(asked.toSorted()).toEqual(['2026-03-01', '2026-03-02'])
    goAway()
    expect(await of(new Date('2026-03-02T00:00:00Z'))).toBe('2026-03-02')
    expect(await of(new Date('2026-03-01T23:59:59Z'))).toBe('2026-03-01')
  })

  it('are null while they can’t be had, and not asked for again by every click', async () => {
    const { of, asked, errors, goAway } = salts()
    goAway()
    expect([await of(NOON), await of(NOON), await of(NOON)]).toEqual([null, null, null])
    expect([asked.length, errors.length]).toEqual([1, 1])
  })
})
