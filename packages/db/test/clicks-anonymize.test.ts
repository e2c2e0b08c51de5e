import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { findDailySalt } from '../src/clicks/daily-salts.js'
import { anonymizeVisitors } from '../src/retention/anonymize-visitors.js'

let scratch: TestDatabase
let database: Database
let other: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  other = openDatabase({ url: scratch.url })
})
beforeEach(async () => {
  await database.prisma.uniqueVisitor.deleteMany()
  await database.prisma.dailySalt.deleteMany()
})
afterAll(async () => {
  await database.close()
  await other.close()
  await scratch.drop()
})

const addVisitors = (day: string, count: number) =>
  database.prisma.uniqueVisitor.createMany({
    data: Array.from({ length: count }, (_, linkId) => ({
      linkId,
      day: new Date(day),
      visitorHash: randomBytes(16),
    })),
  })
const daysLeft = async () => {
  const salts = await database.prisma.dailySalt.findMany({ orderBy: { day: 'asc' } })
  return salts.map(({ day }) => day.toISOString().slice(0, 10))
}

describe('the salt of a day', () => {
  it('is the same for all callers, also when several processes create it at the same time', async () => {
    const asked = Array.from({ length: 12 }, (_, n) =>
      findDailySalt((n % 2 === 0 ? database : other).prisma, '2026-03-01'),
    )
    const salts = (await Promise.all(asked)).map((salt) => Buffer.from(salt).toString('hex'))
    expect(new Set(salts).size).toBe(1)
    expect(salts[0]).toMatch(/^[0-9a-f]{64}$/)
    const next = await findDailySalt(database.prisma, '2026-03-02')
    expect(Buffer.from(next).toString('hex')).not.toBe(salts[0])
    expect(await daysLeft()).toEqual(['2026-03-01', '2026-03-02'])
  })
})

describe('anonymizeVisitors', () => {
  it.each([
    ['2026-03-02T21:59:59Z', ['2026-03-01', '2026-03-02', '2026-03-03'], 6],
    // At most 48 h after the day began, with a margin.
    ['2026-03-02T22:00:00Z', ['2026-03-02', '2026-03-03'], 4],
    ['2026-03-03T21:59:59Z', ['2026-03-02', '2026-03-03'], 4],
    ['2026-03-03T22:00:00Z', ['2026-03-03'], 2],
    ['2026-04-01T00:00:00Z', [], 0],
  ])('leaves at %s the days %j', async (now, days, visitors) => {
    for (const day of ['2026-03-01', '2026-03-02', '2026-03-03']) {
      await findDailySalt(database.prisma, day)
      await addVisitors(day, 2)
    }
    const forgotten = await anonymizeVisitors(database, new Date(now))
    expect(forgotten).toEqual({ salts: 3 - days.length, visitors: 6 - visitors, hasMore: false })
    expect(await daysLeft()).toEqual(days)
    expect(await database.prisma.uniqueVisitor.count()).toBe(visitors)
  })

  it('uses the database’s clock, and keeps today’s and future rows', async () => {
    const dayFrom = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
    for (const days of [-2, 0, 1]) await findDailySalt(database.prisma, dayFrom(days))
    expect((await anonymizeVisitors(database)).salts).toBe(1)
    expect(await daysLeft()).toEqual([dayFrom(0), dayFrom(1)])
  })

  it('deletes many in bounded batches, also from two processes at the same time', async () => {
    await addVisitors('2026-03-01', 12_000)
    const now = new Date('2026-03-05T00:00:00Z')
    const runs = await Promise.all([
      anonymizeVisitors(database, now),
      anonymizeVisitors(other, now),
    ])
    const deleted = runs.reduce((sum, { visitors }) => sum + visitors, 0)
    const rest = await anonymizeVisitors(database, now)
    expect(deleted + rest.visitors).toBe(12_000)
    expect(await database.prisma.uniqueVisitor.count()).toBe(0)
  })

  it('reports when more remains than one run should do', async () => {
    await database.pool.query(
      `INSERT INTO unique_visitors (link_id, day, visitor_hash)
       SELECT n, '2026-03-01', '\\x00' FROM generate_series(1, 100001) AS n`,
    )
    const now = new Date('2026-03-05T00:00:00Z')
    const first = await anonymizeVisitors(database, now)
    expect([first.visitors, first.hasMore]).toEqual([100_000, true])
    const second = await anonymizeVisitors(database, now)
    expect([second.visitors, second.hasMore]).toEqual([1, false])
  })
})
