import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { formatProfile, type ClickProfile } from '@throughline/core/links/click-profile'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { writeDecisions } from '../src/attribution/write-decisions.js'
import type { NewDecision } from '../src/attribution/decision-statement.js'
import { insertClicksWithDeltas } from '../src/clicks/click-deltas.js'
import { insertClicks, type NewClick } from '../src/clicks/clicks.js'
import { DIMENSION_DELTAS_AT_ONCE, rollUpDimensions } from '../src/clicks/roll-up-dimensions.js'
import { openDatabase, type Database } from '../src/connection/database.js'
import { readGroups } from '../src/links/stats.js'
import { readProjectDimensions, readProjectSeries } from '../src/projects/overview.js'
import { insertProject } from '../src/projects/projects.js'
import { compactDimensions } from '../src/retention/compact-dimensions.js'
import { explainLast } from './explain-last.js'

let scratch: TestDatabase
let database: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

let projectId: string
let campaignId: number
let linkId: number
beforeEach(async () => {
  const { prisma } = database
  projectId = (await insertProject(prisma, { name: 'P', prefix: `p${randomUUID()}` })).id
  campaignId = (await prisma.campaign.create({ data: { projectId, name: 'C' } })).id
  linkId = await addLink()
})

async function addLink(): Promise<number> {
  const data = { projectId, campaignId, code: randomUUID(), actualUrl: 'https://a.example/' }
  return (await database.prisma.link.create({ data })).id
}

/** A click id of that time. */
function idAt(time: string): string {
  const hex = Date.parse(time).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newUuidV7().slice(13)}`
}

const click = (profile: Partial<ClickProfile>, more: Partial<NewClick> = {}): NewClick => ({
  id: newUuidV7(),
  projectId,
  linkId,
  campaignId,
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
  profile: formatProfile({ platform: 'ios', ...profile }),
  ...more,
})

const install = (more: Partial<NewDecision> = {}): NewDecision => ({
  projectId,
  installId: randomUUID(),
  platform: 'android',
  confidence: 0,
  linkId: null,
  fingerprintHash: null,
  consent: null,
  explanation: { link: null },
  referrer: null,
  match: null,
  reason: 'no_candidate',
  ...more,
})

const match = (clickId: string): Partial<NewDecision> => ({
  linkId,
  reason: null,
  match: {
    matchType: 'referrer',
    clickId,
    supersededClickIds: [],
    campaignId,
    ipHash: null,
    click: { params: {}, fbclidCapturedAt: null },
    attributionId: newUuidV7(),
    eventId: newUuidV7(),
    payload: '{}',
    attributedAt: new Date(),
  },
})

async function rollUp(): Promise<void> {
  while ((await rollUpDimensions(database)) > 0);
}

const EVER = { from: new Date('2020-01-01'), to: new Date('2050-01-01') }
const project = async (span = EVER, links = 1_000) => {
  const rows = await readProjectDimensions(database.prisma, { projectId, ...span }, { links })
  return (name: string) =>
    Object.fromEntries(
      rows
        .filter(({ dimension }) => dimension === name)
        .map(({ value, clicks, installs, attributed }) => [value, [clicks, installs, attributed]]),
    )
}
const groups = async (
  dimension: keyof ClickProfile,
  kind: 'link' | 'campaign' = 'link',
  span = EVER,
) => {
  const id = kind === 'link' ? linkId : campaignId
  const found = await readGroups(database.prisma, { kind, projectId, id }, { dimension, ...span })
  const values = found.values.map(({ value, clicks, installs }) => [value, clicks, installs])
  return { total: found.total, values }
}

describe('clicks', () => {
  it('are counted by each dimension, of their link, campaign and project', async () => {
    const other = await addLink()
    await insertClicksWithDeltas(database, [
      click({ country: 'DE', source: 'news', browser: 'Safari' }),
      click({ country: 'DE', referrer: 'a.example' }),
      click({ country: 'FR' }, { linkId: other }),
      click({ platform: 'android' }, { campaignId: null }),
      click({ country: 'US' }, { uncountedReason: 'bot' }),
    ])
    await rollUp()
    expect((await groups('country')).values).toEqual([['DE', 2, 0]])
    expect((await groups('country', 'campaign')).values).toEqual([
      ['DE', 2, 0],
      ['FR', 1, 0],
    ])
    const of = await project()
    expect(of('country')).toEqual({ DE: [2, 0, 0], FR: [1, 0, 0] })
    expect(of('platform')).toEqual({ ios: [3, 0, 0], android: [1, 0, 0] })
    expect(of('link')).toEqual({ [linkId]: [3, 0, 0], [other]: [1, 0, 0] })
    expect(of('campaign')).toEqual({ [campaignId]: [3, 0, 0] })
    expect(of('source')).toEqual({ news: [1, 0, 0] })
    expect(await database.prisma.dimensionDelta.count()).toBe(0)
  })

  it('count once if they are written again, and immediately by the SDK’s statement', async () => {
    const [one, two, three] = [click({ country: 'DE' }), click({ os: 'iOS 17' }), click({})]
    await insertClicksWithDeltas(database, [one])
    await insertClicksWithDeltas(database, [one, two, two])
    await insertClicks(database, [three, one])
    await insertClicks(database, [three])
    await rollUp()
    const of = await project()
    expect(of('platform')).toEqual({ ios: [3, 0, 0] })
    expect([of('country'), of('os')]).toEqual([{ DE: [1, 0, 0] }, { 'iOS 17': [1, 0, 0] }])
  })

  it('spooled by a process of the previous release have their platform and country', async () => {
    const old = click({}, { country: 'SE', platform: 'desktop' })
    delete old.profile
    await insertClicksWithDeltas(database, [old])
    await rollUp()
    const of = await project()
    expect([of('platform'), of('country')]).toEqual([{ desktop: [1, 0, 0] }, { SE: [1, 0, 0] }])
  })

  it('keep values with quotes, braces, NULL and backslashes', async () => {
    const sources = ['{a,b}', 'NULL', '"', '\\', "o'clock", 'ünïcode 😀', ' ']
    await insertClicksWithDeltas(
      database,
      sources.map((source) => click({ source })),
    )
    await rollUp()
    expect(Object.keys((await project())('source')).sort()).toEqual([...sources].sort())
  })

  it('are counted up to a limit; the next run counts the rest', async () => {
    for (let n = 0; n <= DIMENSION_DELTAS_AT_ONCE; n += 1)
      await insertClicksWithDeltas(database, [click({})])
    const counted = [await rollUpDimensions(database), await rollUpDimensions(database)]
    expect(counted).toEqual([DIMENSION_DELTAS_AT_ONCE, 1])
  })

  it('are rolled up by primary keys, even with plans made over empty tables', async () => {
    const plan = (await explainLast(database, () => rollUpDimensions(database))).join('\n')
    expect(plan).not.toMatch(/Seq Scan|Bitmap/)
  })
})

describe('installs', () => {
  it('count by the values of the decision; unmatched ones only for the project', async () => {
    const clicked = click({ country: 'DE', source: 'news' })
    await insertClicksWithDeltas(database, [clicked])
    const profile = clicked.profile ?? ''
    await writeDecisions(
      database,
      [
        install({ ...match(clicked.id), profile }),
        install({ profile: formatProfile({ platform: 'android', country: 'FR' }), linkId }),
        install(),
      ],
      'install_attributed',
    )
    await rollUp()
    expect(await groups('country')).toEqual({
      total: { clicks: 0, installs: 1 },
      values: [['DE', 1, 1]],
    })
    const of = await project()
    expect(of('country')).toEqual({ DE: [1, 1, 1], FR: [0, 1, 0] })
    expect(of('platform')).toEqual({ ios: [1, 1, 1], android: [0, 2, 0] })
    expect(of('outcome')).toEqual({ referrer: [0, 1, 1], no_candidate: [0, 2, 0] })
    expect(of('link')).toEqual({ [linkId]: [1, 1, 1] })
  })

  it('count once, however often they are reported', async () => {
    const one = install()
    for (let n = 0; n < 3; n += 1) await writeDecisions(database, [one, one], 'install_attributed')
    await rollUp()
    expect((await project())('outcome')).toEqual({ no_candidate: [0, 1, 0] })
  })
})

describe('spans', () => {
  const HOURS = [
    '2026-03-01T22:10:00Z',
    '2026-03-01T23:59:59Z',
    '2026-03-02T00:00:00Z',
    '2026-03-02T12:00:00Z',
    '2026-03-03T01:00:00Z',
    '2026-03-03T02:30:00Z',
  ]
  const at = (hour: string) => new Date(`2026-03-${hour}:00:00Z`)
  beforeEach(async () => {
    await insertClicksWithDeltas(
      database,
      HOURS.map((time, n) => click({ source: `s${n}` }, { id: idAt(time) })),
    )
    await rollUp()
  })

  it.each([
    ['01T22', '03T03', 6],
    ['01T23', '03T02', 4],
    ['02T00', '03T00', 2],
    ['02T01', '02T13', 1],
    ['01T22', '01T23', 1],
    ['02T00', '02T00', 0],
    ['01T23', '02T01', 2],
    ['02T00', '09T00', 4],
    ['01T22', '17T05', 6],
    ['03T02', '30T00', 1],
    ['02T02', '02T22', 1],
    ['02T01', '14T23', 3],
    ['03T02', '16T10', 1],
  ])('cover the clicks from %s to %s: %i', async (from, to, clicks) => {
    const span = { from: at(from), to: at(to) }
    const of = await project(span)
    const sumOf = (dimension: string) =>
      Object.values(of(dimension)).reduce((all, [n]) => all + (n ?? 0), 0)
    const sum = sumOf('platform')
    expect(sumOf('link')).toBe(sum)
    const grouped = (await groups('source', 'link', span)).values.length
    const bounds = [span.from, span.to]
    const state = { projectId, compactedBefore: new Date(0) }
    const series = await readProjectSeries(database.prisma, state, bounds)
    expect([sum, grouped, series[0]?.clicks]).toEqual([clicks, clicks, clicks])
  })
})

it('counts of links by week follow those by day, whichever process writes them', async () => {
  const other = await addLink()
  const days = ['2026-03-01', '2026-03-02', '2026-03-08', '2026-03-09']
  for (let round = 1; round <= 2; round += 1) {
    await insertClicksWithDeltas(
      database,
      days.flatMap((day) => [
        click({}, { id: idAt(`${day}T05:00:00Z`) }),
        click({}, { id: idAt(`${day}T06:00:00Z`), linkId: other }),
      ]),
    )
    await rollUp()
  }
  const weeks = await database.prisma.projectLinkWeek.findMany({
    where: { projectId, linkId },
    orderBy: { week: 'asc' },
    select: { week: true, clicks: true },
  })
  expect(weeks).toEqual([
    { week: new Date('2026-02-23'), clicks: 2n },
    { week: new Date('2026-03-02'), clicks: 4n },
    { week: new Date('2026-03-09'), clicks: 2n },
  ])
})

it('only the links with the most clicks are returned, with everything of other dimensions', async () => {
  const [second, third] = [await addLink(), await addLink()]
  const clicked = [linkId, second, second, second, third, third]
  await insertClicksWithDeltas(
    database,
    clicked.map((id) => click({}, { id: idAt('2026-03-02T05:00:00Z'), linkId: id })),
  )
  await rollUp()
  const two = await project(EVER, 2)
  expect(two('link')).toEqual({ [second]: [3, 0, 0], [third]: [2, 0, 0] })
  expect(two('platform')).toEqual((await project())('platform'))
})

describe('compactDimensions', () => {
  it('moves hours older than 90 days to days and rare values to other, and keeps all sums', async () => {
    const { prisma } = database
    const old = Array.from({ length: 130 }, (_, n) =>
      click(
        { source: `s${n % 60}`, country: n % 2 === 0 ? 'DE' : 'FR' },
        { id: idAt(`2026-03-0${1 + (n % 2)}T${String(n % 24).padStart(2, '0')}:00:00Z`) },
      ),
    )
    await insertClicksWithDeltas(database, [
      ...old,
      click({ source: 'kept' }, { id: idAt('2026-06-02T05:00:00Z') }),
    ])
    await rollUp()
    const before = await project()
    expect(await compactDimensions(database, new Date('2026-08-30T10:00:00Z'))).toBe(true)
    expect(await compactDimensions(database, new Date('2026-08-30T11:00:00Z'))).toBe(false)
    const after = await project()
    for (const name of ['platform', 'country', 'link']) expect(after(name)).toEqual(before(name))
    const sum = (values: Record<string, number[]>) =>
      Object.values(values).reduce((all, [clicks = 0]) => all + clicks, 0)
    expect([sum(before('source')), sum(after('source'))]).toEqual([131, 131])
    const rows = await prisma.linkDimension.findMany({ where: { linkId, dimension: 'country' } })
    expect(rows.map(({ hour }) => hour.toISOString()).sort()).toEqual([
      '2026-03-01T12:00:00.000Z',
      '2026-03-02T12:00:00.000Z',
    ])
    const sources = await groups('source')
    expect(sources.values.reduce((all, [, clicks]) => all + Number(clicks), 0)).toBe(131)
    const hours = await prisma.projectDimensionHour.findMany({ where: { projectId } })
    expect(new Set(hours.map(({ hour }) => hour.toISOString()))).toEqual(
      new Set(['2026-06-02T05:00:00.000Z']),
    )
    const series = await readProjectSeries(
      prisma,
      { projectId, compactedBefore: new Date('2026-06-01') },
      [new Date('2026-03-01'), new Date('2026-03-02'), new Date('2026-06-03')],
    )
    expect(series.map(({ clicks }) => clicks)).toEqual([65, 66])
  })

  it('counts values beyond fifty per day as other', async () => {
    await insertClicksWithDeltas(
      database,
      Array.from({ length: 60 }, (_, n) =>
        click({ source: `s${n}` }, { id: idAt('2027-01-01T05:00:00Z') }),
      ).concat(click({ source: 's59' }, { id: idAt('2027-01-01T06:00:00Z') })),
    )
    await rollUp()
    await compactDimensions(database, new Date('2027-09-01'))
    const ofProject = (await project())('source')
    expect([Object.keys(ofProject).length, ofProject['s59'], ofProject['other']]).toEqual([
      51,
      [2, 0, 0],
      [10, 0, 0],
    ])
    const { values } = await groups('source')
    expect(values).toContainEqual(['other', 10, 0])
    expect(values).toContainEqual(['s59', 2, 0])
  })
})
