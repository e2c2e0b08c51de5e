import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/client.js'
import { listCandidates, type InstallOrigin } from '../src/match-candidates.js'

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
beforeEach(() => database.prisma.visit.deleteMany())

const origin = (overrides: Partial<InstallOrigin> = {}): InstallOrigin => ({
  projectId,
  ipHash: address,
  ipPrefixHash: network,
  windowMinutes: 120,
  ...overrides,
})
const list = (overrides: Partial<InstallOrigin> = {}) =>
  listCandidates(database.prisma, origin(overrides))

interface Visited {
  count?: number
  /** Of the oldest; the others follow in milliseconds. */
  ago?: string
  ipHash?: Uint8Array
  signals?: Record<string, unknown>
  isConsumed?: boolean
}

/** Clicks from the network, each with its visit. */
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
  it('are no more than the newest 200 of the window and 20 older ones, whoever clicks how often', async () => {
    await visit({ count: 500, ago: '3 days' })
    await visit({ count: 3_000, ago: '90 minutes' })
    const found = await list()
    const ages = found.map(({ createdAt }) => Date.now() - createdAt.getTime())
    expect(found).toHaveLength(220)
    expect(ages).toEqual([...ages].sort((a, b) => a - b))
    expect(ages.filter((ageMs) => ageMs < 120 * 60_000)).toHaveLength(200)
    // The newest of the three thousand.
    expect(Math.max(...ages.slice(0, 200)) - Math.min(...ages)).toBeLessThan(250)
  })

  it('hold consumed ones too, which tell why there was no match', async () => {
    await visit({ isConsumed: true })
    await visit({ ago: '2 minutes' })
    expect((await list()).map(({ consumedAt }) => consumedAt !== null)).toEqual([true, false])
  })

  it('tell the whole address from its network', async () => {
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

  it('go by the page’s own signals, and by the click where it told none', async () => {
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

  it('are none of another project, another network, or without an address', async () => {
    await visit()
    expect(await list({ projectId: randomUUID() })).toEqual([])
    expect(await list({ ipPrefixHash: new Uint8Array(randomBytes(16)) })).toEqual([])
    expect(await list({ ipPrefixHash: null })).toEqual([])
    expect(await list()).toHaveLength(1)
  })
})
