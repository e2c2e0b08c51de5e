import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { inTransaction, openDatabase, type Database } from '../src/connection/database.js'
import { insertClick, insertClicks, type NewClick } from '../src/clicks/clicks.js'
import { insertProject } from '../src/projects/projects.js'

let scratch: TestDatabase
let database: Database
let other: Database
let projectId: string

beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  other = openDatabase({ url: scratch.url, poolMax: 4 })
  projectId = (await insertProject(database.prisma, { name: 'Clicks', prefix: 'clicks' })).id
})
afterAll(async () => {
  await database.close()
  await other.close()
  await scratch.drop()
})

let made = 0
async function addLink(campaignId: number | null = null): Promise<number> {
  made += 1
  const data = { projectId, code: `code${made}`, actualUrl: 'https://a.example/', campaignId }
  return (await database.prisma.link.create({ data })).id
}
const addCampaign = async () =>
  (await database.prisma.campaign.create({ data: { projectId, name: 'C' } })).id

/** A click id of that time. */
function idAt(time: string | number): string {
  const hex = new Date(time).getTime().toString(16).padStart(12, '0')
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
  userAgent: `quotes " ' \\ {} , NULL`,
  referer: null,
  country: null,
  params: {},
  fbclidCapturedAt: null,
  uncountedReason: null,
  ...more,
})

const write = (...clicks: NewClick[]) => insertClicks(database, clicks)
const uniquesOf = async (...clicks: NewClick[]) =>
  (await write(...clicks)).map(({ isUnique }) => isUnique)

/** [rows, counted rows, the link's count, clicks of its roll-up, uniques of its roll-up, known visitors] */
async function stateOf(linkId: number): Promise<number[]> {
  const { rows } = await database.pool.query<Record<string, string | null>>(
    `SELECT (SELECT count(*) FROM clicks WHERE link_id = l.id) AS rows,
            (SELECT count(*) FROM clicks WHERE link_id = l.id AND uncounted_reason IS NULL) AS counted,
            clicked_count,
            (SELECT sum(clicks) FROM link_clicks WHERE link_id = l.id) AS rolled,
            (SELECT sum(uniques) FROM link_clicks WHERE link_id = l.id) AS uniques,
            (SELECT count(*) FROM unique_visitors WHERE link_id = l.id) AS visitors
       FROM links l WHERE id = $1`,
    [linkId],
  )
  return Object.values(rows[0] ?? {}).map(Number)
}

const quarters = async (linkId: number) =>
  (
    await database.prisma.linkClicks.findMany({ where: { linkId }, orderBy: { quarter: 'asc' } })
  ).map(({ quarter, clicks, uniques }) => [quarter.toISOString(), Number(clicks), Number(uniques)])
const campaignTotal = async (campaignId: number) => {
  const rows = await database.prisma.campaignClicks.findMany({ where: { campaignId } })
  return [rows.reduce((sum, row) => sum + Number(row.clicks), 0), rows.length]
}

describe('insertClicks', () => {
  it('stores every value unchanged', async () => {
    const campaignId = await addCampaign()
    const linkId = await addLink(campaignId)
    const given = click(linkId, {
      campaignId,
      osVersion: '17.4',
      deviceModel: 'Pixel "8" \\ NULL',
      ipPrefixHash: Buffer.from([0, 1, 255, 92, 39]),
      referer: 'null',
      country: 'DE',
      params: { gclid: 'A+b%20', utm_source: `{"\\',}` },
      fbclidCapturedAt: 1_700_000_000,
    })
    expect(await write(given)).toEqual([{ isWritten: true, isUnique: false }])
    const stored = await database.prisma.click.findFirstOrThrow({ where: { id: given.id } })
    const { visitorHash, ipPrefixHash, fbclidCapturedAt, ...texts } = given
    expect(stored).toMatchObject(texts)
    expect(stored.fbclidCapturedAt).toBe(BigInt(fbclidCapturedAt ?? 0))
    expect([visitorHash, Buffer.from(stored.ipPrefixHash ?? [])]).toEqual([null, ipPrefixHash])
  })

  it('returns a result for each click in the order given, whatever the order of the ids', async () => {
    const linkId = await addLink()
    const [one, two, three] = [click(linkId), click(linkId), click(linkId)]
    await write(two)
    const visitorHash = randomBytes(16)
    const answers = await write(
      three,
      { ...two, visitorHash },
      { ...one, visitorHash: randomBytes(16) },
    )
    expect(answers).toEqual([
      { isWritten: true, isUnique: false },
      { isWritten: false, isUnique: false },
      { isWritten: true, isUnique: true },
    ])
    expect(await stateOf(linkId)).toEqual([3, 3, 3, 3, 1, 1])
    expect(await write()).toEqual([])
  })

  it('changes nothing when a batch is repeated', async () => {
    const campaignId = await addCampaign()
    const linkId = await addLink(campaignId)
    const visitorHash = randomBytes(16)
    const batch = [
      click(linkId, { campaignId, visitorHash }),
      click(linkId, { campaignId, visitorHash }),
      click(linkId, { campaignId, visitorHash: randomBytes(16), uncountedReason: 'bot' }),
    ]
    expect(await uniquesOf(...batch)).toEqual([true, false, false])
    const before = [await stateOf(linkId), await campaignTotal(campaignId)]
    expect(before).toEqual([
      [3, 2, 2, 2, 1, 1],
      [2, 1],
    ])
    for (const answer of await write(...batch))
      expect(answer).toEqual({ isWritten: false, isUnique: false })
    expect([await stateOf(linkId), await campaignTotal(campaignId)]).toEqual(before)
    expect(await uniquesOf(...batch, click(linkId, { visitorHash }))).toEqual([
      false,
      false,
      false,
      false,
    ])
    expect(await stateOf(linkId)).toEqual([4, 3, 3, 3, 1, 1])
  })

  it.each(['bot', 'preview', 'prefetch', 'head', 'options'])(
    'keeps a click of the reason %s and counts it nowhere',
    async (uncountedReason) => {
      const campaignId = await addCampaign()
      const linkId = await addLink(campaignId)
      const given = click(linkId, { campaignId, uncountedReason, visitorHash: randomBytes(16) })
      expect(await write(given)).toEqual([{ isWritten: true, isUnique: false }])
      expect(await stateOf(linkId)).toEqual([1, 0, 0, 0, 0, 0])
      expect(await campaignTotal(campaignId)).toEqual([0, 0])
    },
  )

  it('counts a click in its quarter of an hour, in UTC', async () => {
    const linkId = await addLink()
    const times = [
      '2026-03-01T23:44:59.999Z',
      '2026-03-01T23:45:00.000Z',
      '2026-03-01T23:59:59.999Z',
      '2026-03-02T00:00:00.000Z',
    ]
    await write(...times.map((time) => click(linkId, { id: idAt(time) })))
    expect(await quarters(linkId)).toEqual([
      ['2026-03-01T23:30:00.000Z', 1, 0],
      ['2026-03-01T23:45:00.000Z', 2, 0],
      ['2026-03-02T00:00:00.000Z', 1, 0],
    ])
    const rows = await database.prisma.click.findMany({ where: { linkId }, orderBy: { id: 'asc' } })
    expect(rows.map(({ createdAt }) => createdAt.toISOString())).toEqual(times)
  })

  it('dates no click into the future, however wrong the clock that made its id', async () => {
    const linkId = await addLink()
    const given = click(linkId, { id: idAt(Date.now() + 3_600_000) })
    await write(given)
    const stored = await database.prisma.click.findFirstOrThrow({ where: { id: given.id } })
    expect(stored.createdAt.getTime()).toBeLessThan(Date.now() + 60_000)
  })

  it('counts a visitor once for each link and day', async () => {
    const [one, two] = [await addLink(), await addLink()]
    const at = (linkId: number, time: string, visitorHash: Uint8Array | null) =>
      click(linkId, { id: idAt(time), visitorHash })
    const [a, b, aOnTwo, aNextDay] = Array.from({ length: 4 }, () => randomBytes(16))
    expect(
      await uniquesOf(
        at(one, '2026-03-01T10:00:00Z', a ?? null),
        at(one, '2026-03-01T10:20:00Z', a ?? null),
        at(one, '2026-03-01T10:21:00Z', b ?? null),
        at(two, '2026-03-01T10:22:00Z', aOnTwo ?? null),
        at(one, '2026-03-02T10:00:00Z', aNextDay ?? null),
        at(one, '2026-03-02T10:00:00Z', null),
      ),
    ).toEqual([true, false, true, true, true, false])
    expect(await uniquesOf(at(one, '2026-03-01T23:00:00Z', a ?? null))).toEqual([false])
    expect(await quarters(one)).toEqual([
      ['2026-03-01T10:00:00.000Z', 1, 1],
      ['2026-03-01T10:15:00.000Z', 2, 1],
      ['2026-03-01T23:00:00.000Z', 1, 0],
      ['2026-03-02T10:00:00.000Z', 2, 1],
    ])
  })

  it('counts for the campaign of the click, and keeps it when the link changes campaigns', async () => {
    const [first, second] = [await addCampaign(), await addCampaign()]
    const linkId = await addLink(first)
    await write(click(linkId, { campaignId: first }), click(linkId, { campaignId: first }))
    await write(click(linkId, { campaignId: second }), click(linkId))
    expect([await campaignTotal(first), await campaignTotal(second)]).toEqual([
      [2, 1],
      [1, 1],
    ])
    expect(await stateOf(linkId)).toEqual([4, 4, 4, 4, 0, 0])
  })

  it('neither deadlocks nor loses a count from two processes in opposite orders', async () => {
    const campaigns = [await addCampaign(), await addCampaign()]
    const links = await Promise.all(Array.from({ length: 20 }, () => addLink()))
    const visitors = Array.from({ length: 5 }, () => randomBytes(15))
    const batchOf = (n: number) => {
      const clicks = links.flatMap((linkId, index) =>
        Array.from({ length: 3 }, (_, visit) =>
          click(linkId, {
            campaignId: campaigns[(index + n) % 3] ?? null,
            // A visitor's hash differs on each link.
            visitorHash: Buffer.concat([
              visitors[(n + visit) % 5] ?? Buffer.of(),
              Buffer.of(index),
            ]),
            uncountedReason: visit === 2 && n % 4 === 0 ? 'bot' : null,
          }),
        ),
      )
      return n % 2 === 0 ? clicks : clicks.reverse()
    }
    const batches = Array.from({ length: 40 }, (_, n) => batchOf(n))
    const answers = await Promise.all(
      batches.map((batch, n) => insertClicks(n % 2 === 0 ? database : other, batch)),
    )
    expect(answers.flat().every(({ isWritten }) => isWritten)).toBe(true)
    for (const linkId of links) expect(await stateOf(linkId)).toEqual([120, 110, 110, 110, 5, 5])
    expect(answers.flat().filter(({ isUnique }) => isUnique)).toHaveLength(links.length * 5)
    const counted = batches.flat().filter(({ uncountedReason }) => uncountedReason === null)
    for (const campaignId of campaigns) {
      const inCampaign = counted.filter((one) => one.campaignId === campaignId)
      expect((await campaignTotal(campaignId))[0]).toBe(inCampaign.length)
    }
  })

  it('counts the same batch from two processes once', async () => {
    const links = await Promise.all(Array.from({ length: 10 }, () => addLink()))
    const batch = links.map((linkId) => click(linkId, { visitorHash: randomBytes(16) }))
    const [one, two] = await Promise.all([
      insertClicks(database, batch),
      insertClicks(other, batch.toReversed()),
    ])
    two.reverse()
    expect(batch.map((_, n) => Number(one[n]?.isWritten) + Number(two[n]?.isWritten))).toEqual(
      links.map(() => 1),
    )
    for (const linkId of links) expect(await stateOf(linkId)).toEqual([1, 1, 1, 1, 1, 1])
  })
})

describe('insertClick', () => {
  it('counts with the transaction, or not at all', async () => {
    const linkId = await addLink()
    const given = click(linkId, { visitorHash: randomBytes(16) })
    await expect(
      inTransaction(database, async (db) => {
        expect(await insertClick(db, given)).toEqual({ isWritten: true, isUnique: true })
        throw new Error('rolled back')
      }),
    ).rejects.toThrow('rolled back')
    expect(await stateOf(linkId)).toEqual([0, 0, 0, 0, 0, 0])
    await inTransaction(database, (db) => insertClick(db, given))
    expect(await stateOf(linkId)).toEqual([1, 1, 1, 1, 1, 1])
    expect(await insertClick(database.prisma, given)).toEqual({ isWritten: false, isUnique: false })
  })
})
