import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import {
  findClickProject,
  findTokenClicks,
  listCandidates,
  listCodeClicks,
  type ClickKey,
  type InstallOrigin,
} from '../src/attribution/match-candidates.js'

let scratch: TestDatabase
let database: Database
let projectId: string
let linkId: number
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  const project = await database.prisma.project.create({ data: { name: 'a', prefix: 'a' } })
  projectId = project.id
  const link = await database.prisma.link.create({
    data: { projectId, code: 'c', actualUrl: 'https://example.com/' },
  })
  linkId = link.id
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

const network = new Uint8Array(randomBytes(16))
const address = new Uint8Array(randomBytes(16))
beforeEach(() => database.pool.query('TRUNCATE clicks, visits'))

const origin = (overrides: Partial<InstallOrigin> = {}): InstallOrigin => ({
  projectId,
  ipHash: address,
  ipPrefixHash: network,
  windowMinutes: 120,
  wantsParams: false,
  wantsTests: false,
  ...overrides,
})
const byToken = async (key: ClickKey) => (await findTokenClicks(database, [key]))[0]
const byCode = async (from: InstallOrigin) =>
  (await listCodeClicks(database, [{ ...from, code: 'c' }]))[0]
const list = async (overrides: Partial<InstallOrigin> = {}) =>
  (await listCandidates(database, [origin(overrides)])).flat()

interface Visited {
  count?: number
  /** The time of the oldest; the others follow a millisecond apart. */
  ago?: string
  ipHash?: Uint8Array
  signals?: Record<string, unknown>
  isConsumed?: boolean
}

/** Clicks from the network, each with a device report. */
const visit = ({ count = 1, ago = '1 minute', ...told }: Visited = {}) =>
  database.pool.query(
    `WITH made AS (
       INSERT INTO clicks (id, project_id, link_id, source, platform, os_version, device_model, created_at, consumed_at)
       SELECT uuid7_floor(at)::uuid, $1::uuid, $2::integer, 'link_host', 'android', '14', 'Pixel 8', at,
              CASE WHEN $3::boolean THEN now() END
         FROM (SELECT now() - $4::interval + n * interval '1 ms' AS at FROM generate_series(1, $5) AS n) AS t
       RETURNING id, created_at)
     INSERT INTO visits (id, project_id, click_id, link_id, ip_hash, ip_prefix_hash, signals, created_at)
     SELECT id, $1::uuid, id, $2::integer, $6, $7, $8::jsonb, created_at FROM made`,
    [
      projectId,
      linkId,
      told.isConsumed ?? false,
      ago,
      count,
      told.ipHash ?? address,
      network,
      JSON.stringify(told.signals ?? {}),
    ],
  )

describe('the candidates of an install', () => {
  it('are at most the newest 200 of the window and 20 older ones, also of one visitor', async () => {
    await visit({ count: 500, ago: '3 days' })
    await visit({ count: 3_000, ago: '90 minutes' })
    const found = await list()
    const ages = found.map(({ createdAt }) => Date.now() - createdAt.getTime())
    expect(found).toHaveLength(220)
    expect(ages).toEqual([...ages].sort((a, b) => a - b))
    expect(ages.filter((ageMs) => ageMs < 120 * 60_000)).toHaveLength(200)
    const newestOf = async (where: string, count: number) => {
      const sql = `SELECT click_id FROM visits WHERE created_at ${where} ORDER BY created_at DESC LIMIT $1`
      const { rows } = await database.pool.query<{ click_id: string }>(sql, [count])
      return rows.map((row) => row.click_id)
    }
    expect(found.map(({ clickId }) => clickId)).toEqual([
      ...(await newestOf(`>= now() - interval '2 hours'`, 200)),
      ...(await newestOf(`< now() - interval '2 hours'`, 20)),
    ])
  })

  it('are never older than seven days, so that device reports can be deleted', async () => {
    await visit({ ago: '7 days 1 minute' })
    await visit({ ago: '6 days 23 hours' })
    expect(await list()).toHaveLength(1)
  })

  it('include consumed ones, which explain why there was no match', async () => {
    await visit({ isConsumed: true })
    await visit({ ago: '2 minutes' })
    expect((await list()).map(({ consumedAt }) => consumedAt !== null)).toEqual([true, false])
  })

  it('distinguish the whole address from its network', async () => {
    await visit({ ago: '2 minutes' })
    await visit({ ipHash: new Uint8Array(randomBytes(16)) })
    const sameOf = (found: Awaited<ReturnType<typeof list>>) =>
      found.map(({ sameAddress, sameFullAddress }) => [sameAddress, sameFullAddress])
    expect(sameOf(await list())).toEqual([
      [true, false],
      [true, true],
    ])
    expect(sameOf(await list({ ipHash: null }))).toEqual([
      [true, false],
      [true, false],
    ])
  })

  it('use the page’s own signals, and the click’s if it reported none', async () => {
    await visit({ ago: '2 minutes' })
    await visit({
      signals: {
        platform: 'ios',
        os_version: '17.4',
        model: 'x',
        screen_width: '9',
        languages: ['en', 1],
      },
    })
    const [told, untold] = await list()
    expect(told).toMatchObject({
      platform: 'ios',
      signals: { osVersion: '17.4', model: 'x', screenWidth: null, languages: ['en'] },
    })
    expect(untold).toMatchObject({
      platform: 'android',
      signals: { osVersion: '14', model: 'Pixel 8', languages: null, timeZone: null },
    })
  })

  it('carry query and UTM only on request: the campaign’s source before the link’s', async () => {
    await visit()
    await database.pool.query(`UPDATE clicks SET params = '{"gclid": "G1"}'`)
    const sourceOf = async () => (await list({ wantsParams: true }))[0]
    const unwanted = (await list())[0]
    expect([unwanted?.params, unwanted?.linkUtmSource]).toEqual([{}, null])
    expect(await sourceOf()).toMatchObject({ params: { gclid: 'G1' }, linkUtmSource: null })
    const where = { id: linkId }
    await database.prisma.link.update({ where, data: { utmSource: 'link' } })
    expect(await sourceOf()).toMatchObject({ linkUtmSource: 'link' })
    const campaign = await database.prisma.campaign.create({
      data: { projectId, name: 'Spring', utmSource: 'campaign' },
    })
    await database.prisma.link.update({ where, data: { campaignId: campaign.id } })
    expect(await sourceOf()).toMatchObject({ linkUtmSource: 'campaign' })
    await database.prisma.link.update({ where, data: { campaignId: null, utmSource: null } })
  })

  it('exclude uncounted clicks', async () => {
    await visit()
    await database.pool.query(`UPDATE clicks SET uncounted_reason = 'embedded'`)
    expect(await list()).toEqual([])
  })

  it('exclude other projects, other networks, and clicks without an address', async () => {
    await visit()
    expect(await list({ projectId: randomUUID() })).toEqual([])
    expect(await list({ ipPrefixHash: new Uint8Array(randomBytes(16)) })).toEqual([])
    expect(await list({ ipPrefixHash: null })).toEqual([])
    expect(await list()).toHaveLength(1)
  })
})

describe('another project', () => {
  it('has no click that a token can claim here, though its owner is known', async () => {
    await visit()
    const { id: clickId } = await database.prisma.click.findFirstOrThrow()
    expect(await byToken({ projectId, clickId })).toMatchObject({ clickId })
    const elsewhere = { projectId: randomUUID(), clickId }
    expect(await byToken(elsewhere)).toBeNull()
    expect(await findClickProject(database.prisma, clickId)).toBe(projectId)
    expect(await findClickProject(database.prisma, randomUUID())).toBeNull()
  })

  it('has its own link and clicks under the same code', async () => {
    const { id } = await database.prisma.project.create({ data: { name: 'b', prefix: 'b' } })
    const link = await database.prisma.link.create({ data: { projectId: id, code: 'c' } })
    await clickByCode()
    const found = (project: string) => byCode(origin({ projectId: project }))
    expect(await found(projectId)).toMatchObject({ linkId, clicks: [{ linkId }] })
    expect(await found(id)).toEqual({ linkId: link.id, clicks: [] })
    expect(await found(randomUUID())).toBeNull()
  })
})

describe('the clicks of a code', () => {
  const found = async (overrides: Partial<InstallOrigin> = {}) => {
    const code = await byCode(origin(overrides))
    expect(code).toMatchObject({ linkId })
    return code?.clicks ?? []
  }
  const idsOf = (clicks: { clickId: string }[]) => clicks.map(({ clickId }) => clickId)

  it('are the newest counted ones of any link, inside the window and from the address', async () => {
    const other = await database.prisma.link.create({ data: { projectId, code: 'other' } })
    const own = await clickByCode({ ago: '20 minutes' })
    const ofOther = await clickByCode({ ago: '10 minutes', linkId: other.id })
    const consumed = await clickByCode({ isConsumed: true })
    await clickByCode({ uncountedReason: 'bot' })
    await clickByCode({ uncountedReason: 'embedded' })
    await clickByCode({ network: new Uint8Array(randomBytes(16)) })
    await clickByCode({ network: null })
    expect(idsOf(await found())).toEqual([consumed, ofOther, own])
    expect(idsOf(await found({ windowMinutes: 15 }))).toEqual([consumed, ofOther])
    expect(await found({ ipPrefixHash: null })).toEqual([])
  })

  it('have source, platform and the signals of their device report', async () => {
    await visit({ signals: { platform: 'ios', time_zone: 'Europe/Berlin' } })
    await database.pool.query('UPDATE clicks SET ip_prefix_hash = $1', [network])
    await clickByCode({ ago: '2 minutes', source: 'sdk' })
    expect(await found()).toMatchObject([
      { source: 'link_host', platform: 'ios', signals: { timeZone: 'Europe/Berlin' } },
      { source: 'sdk', platform: 'android', signals: { timeZone: null } },
    ])
  })

  it('are at most the newest 200', async () => {
    await visit({ count: 300 })
    await database.pool.query('UPDATE clicks SET ip_prefix_hash = $1', [network])
    expect(await found()).toHaveLength(200)
  })
})

interface StoredClick {
  ago?: string
  isConsumed?: boolean
  uncountedReason?: string
  network?: Uint8Array | null
  linkId?: number
  source?: string
}

/** A click of the link without a device report. @returns its id */
async function clickByCode(given: StoredClick = {}): Promise<string> {
  const { ago = '1 minute', isConsumed = false, uncountedReason = null } = given
  const { rows } = await database.pool.query<{ id: string }>(
    `INSERT INTO clicks (id, project_id, link_id, source, platform, ip_prefix_hash, uncounted_reason, created_at, consumed_at)
     VALUES (gen_random_uuid(), $1, $2, $7, 'android', $3, $4, now() - $5::interval, CASE WHEN $6::boolean THEN now() END)
     RETURNING id`,
    [
      projectId,
      given.linkId ?? linkId,
      given.network === undefined ? network : given.network,
      uncountedReason,
      ago,
      isConsumed,
      given.source ?? 'link_host',
    ],
  )
  const [click] = rows
  if (click === undefined) throw new Error('INSERT … RETURNING returned no row')
  return click.id
}
