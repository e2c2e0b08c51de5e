import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import fc from 'fast-check'
import { openDatabase, type Database } from '../src/connection/database.js'
import { insertClicks, type NewClick } from '../src/clicks/clicks.js'
import { rollUpClicks } from '../src/clicks/roll-up-clicks.js'
import { insertProject } from '../src/projects/projects.js'
import { insertClicksWithDeltas } from '../src/clicks/click-deltas.js'

let scratch: TestDatabase
let databases: Database[]
let projectId: string
beforeAll(async () => {
  scratch = await createTestDatabase()
  databases = [openDatabase({ url: scratch.url }), openDatabase({ url: scratch.url })]
  projectId = (await insertProject(db().prisma, { name: 'Clicks', prefix: 'clicks' })).id
})
afterAll(async () => {
  for (const database of databases) await database.close()
  await scratch.drop()
})

function db(index = 0): Database {
  const database = databases[index % databases.length]
  if (database === undefined) throw new Error('not open')
  return database
}

const LINKS = 4
/** Times around the end of a day. */
const BEGINNING_MS = Date.parse('2026-03-01T23:20:00Z')

const clickInput = fc.record({
  link: fc.nat(LINKS - 1),
  campaign: fc.option(fc.integer({ min: 1, max: 2 })),
  visitor: fc.option(fc.nat(3)),
  minute: fc.nat(90),
  reason: fc.option(fc.constantFrom('bot', 'head'), { freq: 3 }),
})
const batches = fc.array(fc.array(clickInput, { minLength: 1, maxLength: 12 }), {
  minLength: 1,
  maxLength: 8,
})
type ClickInput = typeof clickInput extends fc.Arbitrary<infer Value> ? Value : never

function idAt(ms: number): string {
  const hex = ms.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newUuidV7().slice(13)}`
}

function toClick(
  { link, campaign, visitor, minute, reason }: ClickInput,
  links: number[],
): NewClick {
  const ms = BEGINNING_MS + minute * 60_000
  const day = Math.floor(ms / 86_400_000)
  const linkId = links[link] ?? 0
  return {
    id: idAt(ms),
    projectId,
    linkId,
    // A different number in each run, as with the links' ids.
    campaignId: campaign === null ? null : (links[0] ?? 0) * 10 + campaign,
    source: 'link_host',
    platform: 'ios',
    osVersion: null,
    deviceModel: null,
    ipPrefixHash: null,
    userAgent: null,
    // Differs by link and day, as a salted hash does.
    visitorHash: visitor === null ? null : Buffer.from(`${linkId} ${day} ${visitor}`),
    referer: null,
    country: null,
    params: {},
    fbclidCapturedAt: null,
    uncountedReason: reason,
  }
}

const QUARTER_MS = 900_000

/** [`{id} {quarter}`, clicks, uniques] of each roll-up row that these clicks must produce. */
function expectedRollups(clicks: NewClick[], keyOf: (click: NewClick) => number | null) {
  const counts = new Map<string, number>()
  for (const click of clicks) {
    const key = keyOf(click)
    if (key === null || click.uncountedReason !== null) continue
    const ms = Number.parseInt(click.id.replace('-', '').slice(0, 12), 16)
    const quarter = new Date(Math.floor(ms / QUARTER_MS) * QUARTER_MS).toISOString()
    counts.set(`${key} ${quarter}`, (counts.get(`${key} ${quarter}`) ?? 0) + 1)
  }
  return [...counts].sort()
}

const sum = (values: Iterable<bigint>) => [...values].reduce((all, value) => all + Number(value), 0)

type Write = (database: Database, batch: NewClick[]) => Promise<unknown>

/** Counted immediately, or from deltas that both processes roll up meanwhile. */
const WRITERS: [how: string, write: Write][] = [
  ['immediately', (database, batch) => insertClicks(database, batch)],
  [
    'from deltas',
    async (database, batch) => {
      await insertClicksWithDeltas(database, batch)
      await rollUpClicks(database)
    },
  ],
]

/** Writes every batch twice, in two concurrent processes, and returns all counts. */
async function writeTwice(given: NewClick[][], links: number[], write: Write) {
  await Promise.all([...given, ...given.toReversed()].map((batch, n) => write(db(n), batch)))
  while ((await rollUpClicks(db())) > 0);
  const { prisma } = db()
  const byLink = await prisma.linkClicks.findMany({ where: { linkId: { in: links } } })
  const campaignIds = [1, 2].map((campaign) => (links[0] ?? 0) * 10 + campaign)
  const byCampaign = await prisma.campaignClicks.findMany({
    where: { campaignId: { in: campaignIds } },
  })
  const stored = await prisma.link.findMany({ where: { id: { in: links } } })
  return {
    rows: await prisma.click.count({ where: { linkId: { in: links } } }),
    counted: sum(stored.map(({ clickedCount }) => clickedCount)),
    byLink: byLink.map((r) => [`${r.linkId} ${r.quarter.toISOString()}`, Number(r.clicks)]).sort(),
    byCampaign: byCampaign
      .map((r) => [`${r.campaignId} ${r.quarter.toISOString()}`, Number(r.clicks)])
      .sort(),
    uniquesByLink: sum(byLink.map(({ uniques }) => uniques)),
    visitors: await prisma.uniqueVisitor.count({ where: { linkId: { in: links } } }),
  }
}

let made = 0
async function addLink(): Promise<number> {
  made += 1
  const data = { projectId, code: `code${made}`, actualUrl: 'https://a.example/' }
  return (await db().prisma.link.create({ data })).id
}

describe('any clicks, written twice by two concurrent processes', () => {
  it.each(WRITERS)(
    'are counted once, %s: rows, counts, roll-ups and uniques agree',
    async (_how, write) => {
      const property = fc.asyncProperty(batches, async (clicks) => {
        const links: number[] = []
        for (let link = 0; link < LINKS; link += 1) links.push(await addLink())
        const given = clicks.map((batch) => batch.map((one) => toClick(one, links)))
        const all = given.flat()
        const counted = all.filter(({ uncountedReason }) => uncountedReason === null)
        const visitors = counted.flatMap(({ visitorHash }) =>
          visitorHash === null ? [] : [Buffer.from(visitorHash).toString()],
        )
        const uniques = new Set(visitors).size
        expect(await writeTwice(given, links, write)).toEqual({
          rows: all.length,
          counted: counted.length,
          byLink: expectedRollups(all, ({ linkId }) => linkId),
          byCampaign: expectedRollups(all, ({ campaignId }) => campaignId),
          uniquesByLink: uniques,
          visitors: uniques,
        })
      })
      await fc.assert(property, { numRuns: 40 })
    },
  )
})

describe('a deadlock with a transaction that locks links in another order', () => {
  it('loses no clicks: they are written after it', async () => {
    const [one, two] = [await addLink(), await addLink()]
    const client = await db(1).pool.connect()
    await client.query('BEGIN')
    // PostgreSQL must choose the batch as the victim of the deadlock.
    await client.query(`SET LOCAL deadlock_timeout = '60s'`)
    await client.query('SELECT FROM links WHERE id = $1 FOR UPDATE', [two])
    const clicks = [one, two].map((linkId) =>
      toClick(
        { link: 0, campaign: null, visitor: null, minute: 0, reason: null },
        Array<number>(LINKS).fill(linkId),
      ),
    )
    const writing = insertClicks(db(), clicks)
    await waitFor(
      async () => {
        const waiting = await db().pool.query(
          `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
        )
        return waiting.rowCount === 1
      },
      { what: 'the batch to wait for the second link' },
    )
    await client.query('SELECT FROM links WHERE id = $1 FOR UPDATE', [one])
    await client.query('COMMIT')
    client.release()
    expect((await writing).map(({ isWritten }) => isWritten)).toEqual([true, true])
    const links = await db().prisma.link.findMany({ where: { id: { in: [one, two] } } })
    expect(links.map(({ clickedCount }) => Number(clickedCount))).toEqual([1, 1])
  })
})
