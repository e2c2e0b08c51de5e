import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { insertClicks, type NewClick } from '../src/clicks/clicks.js'
import { rollUpClicks, DELTAS_AT_ONCE, ROLL_UP_CLICKS } from '../src/clicks/roll-up-clicks.js'
import { isLockTimeout } from '../src/connection/errors.js'
import { listLinks } from '../src/links/list-links.js'
import { insertProject } from '../src/projects/projects.js'
import { insertClicksWithDeltas } from '../src/clicks/click-deltas.js'

let scratch: TestDatabase
let database: Database
let other: Database
let projectId: string
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  other = openDatabase({ url: scratch.url })
  projectId = (await insertProject(database.prisma, { name: 'Clicks', prefix: 'clicks' })).id
})
afterAll(async () => {
  await database.close()
  await other.close()
  await scratch.drop()
})

let made = 0
async function addLink(): Promise<number> {
  made += 1
  const data = { projectId, code: `code${made}`, actualUrl: 'https://a.example/' }
  return (await database.prisma.link.create({ data })).id
}

/** A click id of that time. */
function idAt(time: string): string {
  const hex = Date.parse(time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newUuidV7().slice(13)}`
}

const click = (linkId: number, more: Partial<NewClick> = {}): NewClick => ({
  id: newUuidV7(),
  projectId,
  linkId,
  campaignId: null,
  source: 'link_host',
  platform: 'ios',
  osVersion: null,
  deviceModel: null,
  ipPrefixHash: null,
  visitorHash: null,
  userAgent: null,
  referer: null,
  country: null,
  params: {},
  fbclidCapturedAt: null,
  uncountedReason: null,
  ...more,
})
const visitor = (name: string) => Buffer.from(name.padEnd(16))
const write = (...clicks: NewClick[]) => insertClicksWithDeltas(database, clicks)
const count = () => rollUpClicks(database)
const deltas = () => database.prisma.clickDelta.count()

/** The rows and their counts: of the link, and by quarter of an hour with uniques. */
async function stateOf(linkId: number) {
  const { prisma } = database
  const link = await prisma.link.findUniqueOrThrow({ where: { id: linkId } })
  const quarters = await prisma.linkClicks.findMany({
    where: { linkId },
    orderBy: { quarter: 'asc' },
  })
  return {
    rows: await prisma.click.count({ where: { linkId } }),
    counted: Number(link.clickedCount),
    quarters: quarters.map(({ quarter, clicks, uniques }) => [
      quarter.toISOString().slice(0, 16),
      Number(clicks),
      Number(uniques),
    ]),
  }
}

describe('clicks with deltas', () => {
  it('are rows immediately, and counted after the roll-up', async () => {
    const linkId = await addLink()
    await write(click(linkId), click(linkId), click(linkId, { uncountedReason: 'bot' }))
    expect(await stateOf(linkId)).toEqual({ rows: 3, counted: 0, quarters: [] })
    expect([await count(), await count(), await deltas()]).toEqual([1, 0, 0])
    const state = await stateOf(linkId)
    expect([state.rows, state.counted, state.quarters[0]?.slice(1)]).toEqual([3, 2, [2, 0]])
  })

  it('leave no delta if none of them counts', async () => {
    const linkId = await addLink()
    await write(click(linkId, { uncountedReason: 'bot' }))
    expect([await deltas(), (await stateOf(linkId)).rows]).toEqual([0, 1])
    await write()
  })

  it('are left unchanged and counted once if they exist already', async () => {
    const linkId = await addLink()
    const [one, two, three] = [click(linkId), click(linkId), click(linkId)]
    await write(one, two)
    await write(one, two)
    await write(three, two)
    await write(three)
    await count()
    expect(await stateOf(linkId)).toMatchObject({ rows: 3, counted: 3 })
  })

  it('count in the quarter of an hour of the click, with each visitor once for a link and day', async () => {
    const [linkId, second] = [await addLink(), await addLink()]
    const at = (time: string, name: string | null, link = linkId) =>
      click(link, { id: idAt(time), visitorHash: name === null ? null : visitor(name) })
    await write(at('2026-03-01T23:50:00Z', 'a'), at('2026-03-01T23:59:59.999Z', 'b'))
    await write(at('2026-03-01T23:10:00Z', 'a'), at('2026-03-02T00:00:00Z', 'a next day'))
    await write(at('2026-03-01T23:11:00Z', null), at('2026-03-01T23:12:00Z', 'c', second))
    await count()
    await write(at('2026-03-01T23:12:00Z', 'b'))
    await count()
    expect((await stateOf(linkId)).quarters).toEqual([
      ['2026-03-01T23:00', 3, 1],
      ['2026-03-01T23:45', 2, 1],
      ['2026-03-02T00:00', 1, 1],
    ])
    expect((await stateOf(second)).quarters).toEqual([['2026-03-01T23:00', 1, 1]])
  })

  it('share links, campaigns and visitors with clicks counted immediately', async () => {
    const linkId = await addLink()
    const { id: campaignId } = await database.prisma.campaign.create({
      data: { projectId, name: 'C' },
    })
    const ofCampaign = { campaignId, visitorHash: visitor('same') }
    await write(click(linkId, ofCampaign))
    expect(await insertClicks(database, [click(linkId, ofCampaign)])).toMatchObject([
      { isUnique: true },
    ])
    await count()
    const rolled = await database.prisma.campaignClicks.findMany({ where: { campaignId } })
    expect(rolled.map(({ clicks, uniques }) => [Number(clicks), Number(uniques)])).toEqual([[2, 1]])
    expect(await stateOf(linkId)).toMatchObject({ rows: 2, counted: 2 })
  })

  it('are counted up to a limit; the next run counts the rest', async () => {
    const linkId = await addLink()
    for (let n = 0; n <= DELTAS_AT_ONCE; n += 1) await write(click(linkId))
    expect([await count(), await count(), await count()]).toEqual([DELTAS_AT_ONCE, 1, 0])
    expect((await stateOf(linkId)).counted).toBe(DELTAS_AT_ONCE + 1)
  })

  it('are counted in any number by a plan made for one', async () => {
    const linkId = await addLink()
    await database.pool.query('TRUNCATE click_deltas')
    await write(click(linkId, { visitorHash: visitor('first') }))
    await database.pool.query('ANALYZE click_deltas')
    expect(await count()).toBe(1)
    for (let n = 0; n < 100; n += 1) {
      const visitors = Array.from({ length: 200 }, (_, v) => visitor(`${n} ${v}`))
      await write(...visitors.map((visitorHash) => click(linkId, { visitorHash })))
    }
    expect(await count()).toBe(100)
    const { counted, quarters } = await stateOf(linkId)
    expect([counted, quarters.reduce((sum, [, , uniques]) => sum + Number(uniques), 0)]).toEqual([
      20_001, 20_001,
    ])
  })

  it('count even if the clock that made their ids is decades ahead, and block no others', async () => {
    const linkId = await addLink()
    await write(click(linkId, { id: idAt('2040-01-01T00:00:00Z') }))
    await write(click(linkId))
    expect(await count()).toBe(2)
    expect((await stateOf(linkId)).quarters.at(-1)).toEqual(['2040-01-01T00:00', 1, 0])
  })

  it('count once if they occur twice in a batch', async () => {
    const linkId = await addLink()
    const [one, two] = [click(linkId), click(linkId)]
    await write(one, one, two)
    await count()
    expect(await stateOf(linkId)).toMatchObject({ rows: 2, counted: 2 })
  })

  it('are counted by one process at a time', async () => {
    const linkId = await addLink()
    await write(click(linkId))
    const counting = await other.pool.connect()
    await counting.query('BEGIN')
    await counting.query(`SELECT pg_advisory_xact_lock(hashtext('throughline.click_deltas'))`)
    expect([await count(), await deltas()]).toEqual([0, 1])
    await counting.query('COMMIT')
    counting.release()
    expect(await count()).toBe(1)
  })

  it('do not wait for a lock on their link; the roll-up waits, and times out soon', async () => {
    const linkId = await addLink()
    const holder = await other.pool.connect()
    await holder.query('BEGIN')
    await holder.query('SELECT FROM links WHERE id = $1 FOR UPDATE', [linkId])
    await write(click(linkId))
    expect(await count().catch(isLockTimeout)).toBe(true)
    expect([(await stateOf(linkId)).rows, await deltas()]).toEqual([1, 1])
    await holder.query('COMMIT')
    holder.release()
    expect(await count()).toBe(1)
    expect((await stateOf(linkId)).counted).toBe(1)
  })
})

describe('the order of links by clicks', () => {
  const COUNTS = [0, 1, 2, 3, 4, 7, 8, 1000, 1023, 1024].map(BigInt)
  const LARGEST = [2n ** 32n - 1n, 2n ** 32n, 2n ** 62n, 2n ** 63n - 1n]

  async function addProject(counts: bigint[]): Promise<string> {
    const made = await insertProject(database.prisma, { name: 'Order', prefix: newUuidV7() })
    const data = counts.map((clickedCount) => {
      return { projectId: made.id, code: `n${clickedCount}`, clickedCount }
    })
    await database.prisma.link.createMany({ data })
    return made.id
  }

  async function inOrder(ofProject: string, isDown: boolean) {
    const none = { search: null, code: null, tag: null, campaignId: null, status: null }
    const filter = { projectId: ofProject, ...none, createdBy: null, from: null, to: null }
    const order = { by: 'clickedCount', isDown } as const
    const page = { take: 100, skip: 0, beforeId: null, order }
    return (await listLinks(database.prisma, filter, page)).map((link) => link.clickedCount)
  }

  it('is that of the counts, in both directions', async () => {
    const counts = [...COUNTS, ...LARGEST]
    const ofProject = await addProject(counts.toReversed())
    expect(await inOrder(ofProject, false)).toEqual(counts)
    expect(await inOrder(ofProject, true)).toEqual(counts.toReversed())
    const { rows } = await database.pool.query<{ magnitude: number }>(
      'SELECT click_magnitude AS magnitude FROM links WHERE project_id = $1 ORDER BY clicked_count',
      [ofProject],
    )
    const magnitudes = [0, 1, 2, 2, 3, 3, 4, 10, 10, 11, 32, 33, 63, 63]
    expect(rows.map(({ magnitude }) => magnitude)).toEqual(magnitudes)
  })

  it('follows the roll-ups of clicks', async () => {
    const ofProject = await addProject(COUNTS)
    const { prisma } = database
    const { id } = await prisma.link.findFirstOrThrow({
      where: { projectId: ofProject, code: 'n0' },
    })
    const before = await prisma.link.findUnique({ where: { id } })
    let clicked = 0n
    for (const added of [1, 1, 3, 1, 995, 30]) {
      await write(...Array.from({ length: added }, () => click(id, { projectId: ofProject })))
      await count()
      clicked += BigInt(added)
      const counts = [...COUNTS.slice(1), clicked].toSorted((a, b) => Number(a - b))
      expect(await inOrder(ofProject, true)).toEqual(counts.toReversed())
    }
    const after = await prisma.link.findUnique({ where: { id } })
    expect(after).toEqual({ ...before, clickedCount: clicked })
  })

  it('costs a roll-up an index entry only if a link reaches the next power of two', async () => {
    const linkId = await addLink()
    await database.pool.query('VACUUM links')
    const client = await database.pool.connect()
    /** Of this transaction, and of earlier ones that PostgreSQL has not added to its statistics. */
    const hotUpdates = async () => {
      const { rows } = await client.query<{ n: number }>(
        `SELECT pg_stat_get_xact_tuples_hot_updated('links'::regclass)::integer AS n`,
      )
      return rows[0]?.n ?? 0
    }
    const isHot: boolean[] = []
    for (let clicks = 1; clicks <= 9; clicks += 1) {
      await write(click(linkId))
      await client.query('BEGIN')
      const before = await hotUpdates()
      await client.query(ROLL_UP_CLICKS, [DELTAS_AT_ONCE])
      isHot.push((await hotUpdates()) > before)
      await client.query('COMMIT')
    }
    client.release()
    expect((await stateOf(linkId)).counted).toBe(9)
    expect(isHot).toEqual([false, false, true, false, true, true, true, false, true])
  })
})
