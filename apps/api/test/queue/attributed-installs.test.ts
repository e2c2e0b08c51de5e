import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { Redis } from 'ioredis'
import { RateLimitedError } from '../../src/infra/rate-limiter.js'
import { createInstallQuota } from '../../src/domain/attribution/install-quota.js'
import { seed, TEST_MATCHING } from '../attribution-seed.js'
import { startTestApi, type TestApi, type TestProject } from '../harness.js'

const PATH = '/api/attribution/installs'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  const RATE_LIMITS = JSON.stringify({ attributed_installs: 2, sdk: 0 })
  api = await startTestApi({ env: { TRUST_PROXY: '1', RATE_LIMITS }, overrides: TEST_MATCHING })
  make = seed(api)
})
afterAll(() => api.close())

interface Report {
  address: string
  project?: TestProject
  token?: string
  installId?: string
  /** The click that the install claims; without one it claims none. */
  clickToken?: string | null
}

const report = ({ address, project = api.project, token, installId, clickToken }: Report) =>
  api.sdk('POST', PATH, {
    key: project.key,
    ...(token === undefined ? {} : { token }),
    headers: { 'x-forwarded-for': address },
    body: {
      install_id: installId ?? randomUUID(),
      platform: 'android',
      ...(clickToken == null ? {} : { install_referrer: `click_token=${clickToken}` }),
    },
  })

async function click(project = api.project) {
  const link = await make.link({}, project)
  const id = await make.click(link.id, { project, platform: 'android' })
  return { id, token: make.token(id, project) }
}

const attribute = async (given: Report) =>
  report({ ...given, clickToken: (await click(given.project)).token })
const fill = async (address: string, project = api.project) => {
  for (let count = 0; count < 2; count += 1)
    expect((await attribute({ address, project })).body.matched).toBe(true)
}

describe('attributed installs of a key and address', () => {
  it('are rejected beyond the limit, and nothing of them is stored', async () => {
    const address = '198.51.100.1'
    await fill(address)
    const installId = randomUUID()
    const { id, token } = await click()
    const events = await api.database.prisma.event.count()
    const refused = await report({ address, installId, clickToken: token })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    const seconds = Number(refused.headers['retry-after'])
    expect(seconds).toBeGreaterThan(3_500)
    expect(seconds).toBeLessThanOrEqual(3_600)
    expect(refused.headers['ratelimit-policy']).toBe('"attributed_installs";q=2;w=3600')
    const { prisma } = api.database
    expect(await prisma.install.count({ where: { installId } })).toBe(0)
    expect(await prisma.attribution.count({ where: { installId } })).toBe(0)
    expect(await prisma.event.count()).toBe(events)
    const kept = await prisma.click.findFirstOrThrow({ where: { id } })
    expect([kept.consumedAt, kept.consumedBy]).toEqual([null, null])

    // The app keeps the install and reports it again.
    const later = await report({ address: '198.51.100.2', installId, clickToken: token })
    expect([later.status, later.body.matched]).toEqual([200, true])
    expect(await prisma.install.count({ where: { installId } })).toBe(1)
  })

  it('exclude installs without a match and repeated calls', async () => {
    const address = '198.51.100.3'
    for (let count = 0; count < 4; count += 1)
      expect((await report({ address })).body.matched).toBe(false)
    const first = { address, installId: randomUUID(), clickToken: (await click()).token }
    for (let count = 0; count < 4; count += 1) expect((await report(first)).body.matched).toBe(true)
    expect((await attribute({ address })).status).toBe(200)
    expect((await attribute({ address })).status).toBe(429)
    expect((await report(first)).status).toBe(200)
    expect((await report({ address })).status).toBe(200)
  })

  it('are counted by /64 of IPv6, by IPv4 address, and by project', async () => {
    await fill('2001:db8:1:1::1')
    expect((await attribute({ address: '2001:db8:1:1:2:3:4:5' })).status).toBe(429)
    expect((await attribute({ address: '2001:db8:1:2::1' })).status).toBe(200)
    await fill('198.51.100.4')
    expect((await attribute({ address: '198.51.100.5' })).status).toBe(200)
    const project = api.otherProject
    expect((await attribute({ address: '198.51.100.4', project })).status).toBe(200)
    expect((await attribute({ address: '198.51.100.4' })).status).toBe(429)
  })

  it('do not limit an admin token', async () => {
    const address = '198.51.100.6'
    await fill(address)
    const { token } = api.project
    expect((await attribute({ address, token })).body.matched).toBe(true)
    expect((await attribute({ address })).status).toBe(429)
  })

  it('are counted before they are written, so that concurrent ones cannot exceed it', async () => {
    const address = '198.51.100.7'
    const clicks = await Promise.all(Array.from({ length: 8 }, () => click()))
    const answers = await Promise.all(
      clicks.map(({ token }) => report({ address, clickToken: token })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(6)
    const claimed = { id: { in: clicks.map(({ id }) => id) }, consumedAt: { not: null } }
    expect(await api.database.prisma.click.count({ where: claimed })).toBe(2)
  })

  it('exclude an install whose click another install has claimed', async () => {
    const address = '198.51.100.8'
    const { token } = await click()
    const answers = await Promise.all(
      [address, '198.51.100.9'].map((from) => report({ address: from, clickToken: token })),
    )
    expect(answers.map(({ body }) => body.matched).sort()).toEqual([false, true])
    const isMatched = answers[0]?.body.matched === true
    if (!isMatched) expect((await attribute({ address })).status).toBe(200)
    expect((await attribute({ address })).status).toBe(200)
    expect((await attribute({ address })).status).toBe(429)
  })
})

describe('an install whose click another transaction has locked', () => {
  it('is counted once, however many retries it takes', async () => {
    const address = '198.51.100.11'
    const { id, token } = await click()
    const { installs } = api.ctx
    const write = installs.write.bind(installs)
    const rounds: boolean[] = []
    installs.write = async (decision) => {
      const isWritten = await write(decision)
      rounds.push(isWritten)
      return isWritten
    }
    const holder = await api.database.pool.connect()
    try {
      await holder.query('BEGIN')
      await holder.query('SELECT 1 FROM clicks WHERE id = $1 FOR UPDATE', [id])
      const reported = report({ address, clickToken: token })
      await waitFor(() => rounds.length >= 3, { what: 'three rounds' })
      await holder.query('COMMIT')
      expect((await reported).body.matched).toBe(true)
    } finally {
      holder.release(true)
      installs.write = write
    }
    expect(rounds.slice(0, 3)).toEqual([false, false, false])
    expect((await attribute({ address })).status).toBe(200)
    expect((await attribute({ address })).status).toBe(429)
  })
})

const { redisUrl } = testEnv()
const withRedis = redisUrl === null ? describe.skip : describe

withRedis('in Redis', () => {
  let redis: Redis
  beforeAll(async () => {
    redis = new Redis(redisUrl ?? '')
    await redis.ping()
  })
  afterAll(() => redis.disconnect())

  it('they are counted for all processes, under a hash of the caller', async () => {
    const key = Buffer.alloc(32, 7)
    const [here, there] = [createInstallQuota(3, redis, key), createInstallQuota(3, redis, key)]
    const caller = `${randomUUID()}:198.51.100.10`
    for (let count = 0; count < 2; count += 1) {
      here.take(caller)
      await here.share(caller)
    }
    there.take(caller)
    await there.share(caller)
    expect(() => there.take(caller)).toThrow(RateLimitedError)
    here.take(caller)
    await here.share(caller)
    expect(() => here.take(caller)).toThrow(RateLimitedError)
    const names = await redis.keys('throughline:limit:attributed_installs:*')
    expect(names.length).toBeGreaterThan(0)
    expect(names.join()).not.toContain('198.51.100.10')
  })

  it('they are counted in each process while it is unavailable', async () => {
    const away = new Redis('redis://127.0.0.1:1', {
      enableOfflineQueue: false,
      maxRetriesPerRequest: 1,
      retryStrategy: () => null,
    })
    away.on('error', () => undefined)
    const quota = createInstallQuota(1, away, Buffer.alloc(32))
    quota.take('caller')
    await quota.share('caller')
    expect(() => quota.take('caller')).toThrow(RateLimitedError)
    quota.giveBack('caller')
    quota.take('caller')
    away.disconnect()
  })
})
