import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { readMatchCounts, readMatchQuality } from '../src/attribution/match-counts.js'
import {
  MIN_ADDRESSES,
  writeLabel,
  type LabelObservation,
  type NewLabel,
} from '../src/attribution/write-label.js'
import { openDatabase, type Database } from '../src/connection/database.js'
import { deleteMatchCounts } from '../src/retention/delete-match-counts.js'

let scratch: TestDatabase
let database: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
})
beforeEach(() => database.pool.query('TRUNCATE match_counts, match_quality, match_sightings'))
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

const DAY_MS = 86_400_000
const dayOf = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10)
const projectId = randomUUID()
const labelHash = randomBytes(16)

const rare = (bucket: string): LabelObservation => ({
  signal: 'model',
  relation: 'different',
  bucket,
  agrees: false,
  rare: { valueHash: Buffer.from(bucket.padEnd(16)), otherBucket: 'other' },
})

const label = (columns: Partial<NewLabel> = {}): NewLabel => ({
  projectId,
  platform: 'android',
  day: dayOf(0),
  addressHash: randomBytes(16),
  labelHash,
  verdict: 'right',
  observations: [],
  ...columns,
})

const write = (columns: Partial<NewLabel> = {}) => writeLabel(database, label(columns))
const qualityOf = (days = 90) => readMatchQuality(database.prisma, { projectId, days })
const cells = async () => {
  const counts = await readMatchCounts(database.prisma)
  return counts.map(({ bucket, agrees, differs }) => [bucket, agrees, differs])
}

describe('a label', () => {
  it('counts once for an address and day, also when two arrive together', async () => {
    const addressHash = randomBytes(16)
    const observations = [rare('pixel8')]
    const both = Array.from({ length: 2 }, () => write({ addressHash, observations }))
    expect((await Promise.all(both)).sort()).toEqual([false, true])
    expect(await write({ addressHash, observations, projectId: randomUUID() })).toBe(false)
    expect(await write({ addressHash, observations, day: dayOf(1) })).toBe(true)
    expect(await cells()).toEqual([['other', 0, 2]])
    expect(await qualityOf()).toEqual([{ platform: 'android', right: 2, wrong: 0, silent: 0 }])
  })

  it('adds to concurrent writes, whatever the order of its values', async () => {
    const [one, two] = [rare('a'), { ...rare('b'), signal: 'screen', agrees: true }]
    const verdicts = ['right', 'wrong', 'silent'] as const
    const writes = Array.from({ length: 30 }, (_, n) =>
      write({
        observations: n % 2 === 0 ? [one, two, one] : [two, one, one],
        verdict: verdicts[n % 3] ?? 'right',
      }),
    )
    expect(await Promise.all(writes)).not.toContain(false)
    const counts = await readMatchCounts(database.prisma)
    const sums = counts.reduce<Record<string, number>>((sum, { signal, agrees, differs }) => {
      return { ...sum, [signal]: (sum[signal] ?? 0) + agrees + differs }
    }, {})
    expect(sums).toEqual({ model: 60, screen: 30 })
    expect(await qualityOf()).toEqual([{ platform: 'android', right: 10, wrong: 10, silent: 10 }])
  })

  it('names a value from the 20th address on, on one day, and keeps no more sightings', async () => {
    const observations = [rare('pixel8')]
    for (let n = 1; n < MIN_ADDRESSES; n += 1) await write({ observations })
    await write({ observations, day: dayOf(1) })
    expect(await cells()).toEqual([['other', 0, MIN_ADDRESSES]])
    for (let n = 0; n < 3; n += 1) await write({ observations })
    expect(await cells()).toContainEqual(['pixel8', 0, 3])
    const { valueHash } = observations[0]?.rare ?? {}
    const where = { valueHash: new Uint8Array(valueHash ?? []), day: new Date(dayOf(0)) }
    expect(await database.prisma.matchSighting.count({ where })).toBe(MIN_ADDRESSES)
  })

  it('stores nothing when one part fails', async () => {
    const broken = { ...rare('pixel8'), signal: null as unknown as string }
    await expect(write({ observations: [broken] })).rejects.toThrow()
    expect(await database.prisma.matchSighting.count()).toBe(0)
    expect([await cells(), await qualityOf()]).toEqual([[], []])
  })
})

describe('match counts', () => {
  it('are summed over weeks, for each project', async () => {
    const observations = [{ ...rare('x'), rare: null }]
    await write({ observations })
    await write({ observations, day: dayOf(14) })
    await write({ observations, projectId: randomUUID() })
    expect((await cells()).sort()).toEqual([
      ['x', 0, 1],
      ['x', 0, 2],
    ])
  })

  it('are deleted after 13 weeks, sightings with the salt of their day', async () => {
    const observations = [rare('x')]
    for (const daysAgo of [0, 1, 2, 83, 98]) await write({ observations, day: dayOf(daysAgo) })
    const noon = new Date(`${dayOf(0)}T12:00:00Z`)
    expect(await deleteMatchCounts(database, noon)).toEqual({ rows: 3 * 2 + 2, hasMore: false })
    const days = await database.prisma.matchSighting.findMany({ distinct: ['day'] })
    expect(days.map(({ day }) => day.toISOString().slice(0, 10)).sort()).toEqual([
      dayOf(1),
      dayOf(0),
    ])
    const quality = await database.prisma.matchQuality.findMany({ orderBy: { day: 'asc' } })
    expect(quality.map(({ day }) => day.toISOString().slice(0, 10))[0]).toBe(dayOf(83))
    expect(quality).toHaveLength(4)
    const weeks = await database.prisma.matchCount.findMany({ orderBy: { week: 'asc' } })
    const oldest = Date.now() - Number(weeks[0]?.week)
    expect(oldest).toBeLessThan(91 * DAY_MS)
    expect(await deleteMatchCounts(database, noon)).toEqual({ rows: 0, hasMore: false })
  })
})
