import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from '../harness.js'
import type { TestResponse } from '../send-request.js'

const RATE_LIMITS = JSON.stringify({ management: 3, sdk: 6, sdk_writes: 2 })
const LINK = { body: { actual_url: 'https://shop.example.com/' } }

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { RATE_LIMITS } })
})
afterAll(() => api.close())

/** A token with an id that no other test file counts, because all files share Redis. */
async function freshToken(of: TestApi): Promise<string> {
  const id = randomInt(10_000, 2_000_000_000)
  await of.database.prisma
    .$queryRaw`SELECT setval(pg_get_serial_sequence('admin_tokens', 'id'), ${id}::integer)`
  return of.createToken(of.project)
}

describe('the limit of a token', () => {
  it('counts down in headers, then rejects with Retry-After', async () => {
    const token = await freshToken(api)
    const left: unknown[] = []
    for (let call = 0; call < 3; call += 1) {
      const answer = await api.request('GET', '/api/webhooks', { token })
      expect(answer.status).toBe(200)
      expect(answer.headers['ratelimit-policy']).toBe('"management";q=3;w=60')
      left.push(answer.headers['ratelimit'])
    }
    expect(left).toEqual(
      [2, 1, 0].map((r) => expect.stringMatching(`^"management";r=${r};t=\\d+$`)),
    )
    const refused = await api.request('GET', '/api/webhooks', { token })
    expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.headers['ratelimit']).toMatch(/^"management";r=0;t=\d+$/)
  })

  it('is independent of other tokens', async () => {
    const [used, fresh] = [await freshToken(api), await freshToken(api)]
    for (let call = 0; call < 4; call += 1)
      await api.request('GET', '/api/webhooks', { token: used })
    expect((await api.request('GET', '/api/webhooks', { token: fresh })).status).toBe(200)
  })

  it('writes nothing when it rejects, and stores no response for its Idempotency-Key', async () => {
    const token = await freshToken(api)
    for (let call = 0; call < 3; call += 1) await api.request('GET', '/api/webhooks', { token })
    const before = await api.database.prisma.webhook.count()
    const refused = await api.request('POST', '/api/webhooks', {
      token,
      headers: { 'Idempotency-Key': 'limited' },
      body: { url: 'https://hooks.example.com/', events: ['install_attributed'] },
    })
    expect(refused.status).toBe(429)
    expect(await api.database.prisma.webhook.count()).toBe(before)
    expect(await api.database.prisma.idempotencyKey.count()).toBe(0)
  })
})

describe('the limit of a project', () => {
  it('counts the calls of all its tokens, except those rejected by a token’s own limit', async () => {
    const limits = JSON.stringify({ management: 3, management_project: 5 })
    const own = await startTestApi({ env: { RATE_LIMITS: limits } })
    try {
      const [first, second] = [await freshToken(own), await freshToken(own)]
      const call = (token: string) => own.request('GET', '/api/webhooks', { token })
      const statuses: number[] = []
      for (const token of [first, first, first, first, second, second])
        statuses.push((await call(token)).status)
      expect(statuses).toEqual([200, 200, 200, 429, 200, 200])
      const refused = await call(second)
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(refused.headers['ratelimit-policy']).toBe('"management_project";q=5;w=60')
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      const other = await own.request('GET', '/api/webhooks', own.otherProject)
      expect(other.status).toBe(200)
    } finally {
      await own.close()
    }
  })
})

describe('the limits of a key', () => {
  it('count writes separately, and exclude calls with the token', async () => {
    const made: number[] = []
    for (let call = 0; call < 3; call += 1)
      made.push((await api.sdk('POST', '/api/links', LINK)).status)
    expect(made).toEqual([201, 201, 429])
    const campaign = await api.sdk('POST', '/api/campaigns', { body: { name: 'x' } })
    expect(campaign.status).toBe(429)
    expect((await api.sdk('GET', '/api/projects/link-domains')).status).toBe(200)
    const token = await freshToken(api)
    expect((await api.request('POST', '/api/links', { ...LINK, token })).status).toBe(201)
  })

  it('count every call of an address', async () => {
    const { key } = api.otherProject
    const statuses: number[] = []
    for (let call = 0; call < 7; call += 1)
      statuses.push((await api.sdk('GET', '/api/projects/link-domains', { key })).status)
    expect(statuses).toEqual([...Array<number>(6).fill(200), 429])
  })
})

describe('the counted address', () => {
  it('is the one that trusted proxies report, and no caller can choose another', async () => {
    const proxied = await startTestApi({ env: { RATE_LIMITS, TRUST_PROXY: '1' } })
    try {
      const call = (forwarded: string) =>
        proxied.sdk('GET', '/api/projects/link-domains', {
          headers: { 'X-Forwarded-For': forwarded },
        })
      for (let count = 0; count < 6; count += 1)
        await call(`10.9.9.${count}, 203.0.113.5:400${count}`)
      expect((await call('10.1.1.1, 203.0.113.5')).status).toBe(429)
      expect((await call('203.0.113.6')).status).toBe(200)
    } finally {
      await proxied.close()
    }
    const { key } = api.otherProject
    const spoofed = await api.sdk('GET', '/api/projects/link-domains', {
      key,
      headers: { 'X-Forwarded-For': '203.0.113.77' },
    })
    expect(spoofed.status).toBe(429)
  })
})

describe('an IPv6 caller', () => {
  it('is counted by /64, in which everybody has unlimited addresses', async () => {
    const limits = { sdk_writes: 2, attribution_misses: 2 }
    const own = await startTestApi({
      env: { TRUST_PROXY: '1', RATE_LIMITS: JSON.stringify(limits) },
    })
    try {
      const make = (address: string) =>
        own.sdk('POST', '/api/links', { ...LINK, headers: { 'x-forwarded-for': address } })
      const guess = (address: string) =>
        own.sdk('GET', '/api/attribution/code/none', { headers: { 'x-forwarded-for': address } })
      for (const [call, passed] of [
        [make, 201],
        [guess, 404],
      ] as const) {
        const statuses: number[] = []
        for (const host of [':1', ':2', '3:4:5:6'])
          statuses.push((await call(`2001:db8:1:1:${host}`)).status)
        expect(statuses).toEqual([passed, passed, 429])
        expect((await call('2001:db8:1:2::1')).status).toBe(passed)
      }
    } finally {
      await own.close()
    }
  })
})

describe('without Redis', () => {
  it('counts in the process, and never rejects a request because of the outage', async () => {
    const away = await startTestApi({ env: { RATE_LIMITS, REDIS_URL: 'redis://127.0.0.1:1' } })
    try {
      const token = await freshToken(away)
      const statuses: number[] = []
      for (let call = 0; call < 4; call += 1)
        statuses.push((await away.request('GET', '/api/webhooks', { token })).status)
      expect(statuses).toEqual([200, 200, 200, 429])
    } finally {
      await away.close()
    }
  })

  it('is unlimited if it is 0', async () => {
    const open = await startTestApi()
    try {
      const answers: TestResponse[] = []
      // In tens: requests that wait long for a connection to a busy PostgreSQL are rejected.
      for (let call = 0; call < 5; call += 1)
        answers.push(
          ...(await Promise.all(
            Array.from({ length: 10 }, () => open.request('GET', '/api/webhooks')),
          )),
        )
      expect(answers.filter(({ status }) => status !== 200)).toEqual([])
      expect(answers[0]?.headers['ratelimit']).toBeUndefined()
    } finally {
      await open.close()
    }
  })
})
