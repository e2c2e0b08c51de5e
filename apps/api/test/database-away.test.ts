import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'
import type { TestResponse } from './send-request.js'

let proxy: FaultProxy
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    reachDatabaseBy: async (url) => {
      proxy = await startFaultProxy(url)
      return proxy.url
    },
  })
})
afterAll(async () => {
  await api.close()
  await proxy.close()
})

const VALID = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }

describe('while the database is unavailable', () => {
  it('responds 503 with Retry-After, is not ready, stays alive, and recovers', async () => {
    expect((await api.request('GET', '/api/webhooks')).status).toBe(200)
    expect((await api.request('GET', '/readyz')).status).toBe(200)

    await proxy.cut()
    const calls = [
      api.request('GET', '/api/webhooks'),
      api.request('POST', '/api/webhooks', { body: VALID }),
      api.request('POST', '/api/webhooks', { body: VALID, headers: { 'Idempotency-Key': 'away' } }),
      api.sdk('GET', '/api/projects/link-domains'),
    ]
    for (const answer of await Promise.all(calls)) {
      expect([answer.status, answer.body.code]).toEqual([503, 'database_unavailable'])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      // `docs` contains the address of the API.
      const text = answer.text.replace(api.url, '')
      expect(text).not.toMatch(/prisma|ECONN|127\.0\.0\.1|postgres/i)
    }
    expect((await readyzOf(503)).text).toBe('PostgreSQL is unavailable')
    expect((await api.request('GET', '/livez')).status).toBe(200)

    await proxy.restore()
    await readyzOf(200)
    const made = await api.request('POST', '/api/webhooks', {
      body: VALID,
      headers: { 'Idempotency-Key': 'away' },
    })
    expect(made.status).toBe(201)
    expect(await api.database.prisma.webhook.count()).toBe(1)
  })

  it('responds 503 to a request whose connection breaks, and has written nothing', async () => {
    const before = await api.database.prisma.webhook.count()
    const client = await api.database.pool.connect()
    await client.query('BEGIN')
    await client.query('SELECT 1 FROM projects FOR UPDATE')
    const running = api.request('POST', '/api/webhooks', { body: VALID })
    await untilWaiting()
    await proxy.cut()
    const answer = await running
    await client.query('ROLLBACK')
    client.release()
    await proxy.restore()
    expect([answer.status, answer.body.code]).toEqual([503, 'database_unavailable'])
    expect(await api.database.prisma.webhook.count()).toBe(before)
  })

  it('responds 503 within 2 s if the database does not respond, and recovers', async () => {
    const link = await api.sdk('POST', '/api/links', { body: { url: 'https://shop.example.com/' } })
    const path = `/${String(link.body.code)}`
    const install = { install_id: '0d050fc7-3b28-465b-8932-08e6344d720f', platform: 'ios' }
    const list = () => api.request('GET', '/api/webhooks')
    // As many connections as the pool may have, all open and idle.
    await Promise.all(Array.from({ length: 30 }, list))
    proxy.freeze()
    const calls = [
      list,
      () => api.request('POST', '/api/webhooks', { body: VALID }),
      () => api.request('GET', '/api/webhooks/1/regenerate-secret'),
      () => api.sdk('GET', `/api/links${path}`),
      () => api.sdk('POST', '/api/attribution/installs', { body: install }),
      () => api.sdk('GET', '/api/attribution/code/none'),
      () => api.visit('GET', path),
    ]
    const timed = calls.map(async (call) => {
      const startedMs = performance.now()
      const { status } = await call()
      // 2 s, plus the delay of a busy machine.
      return { status, isSoon: performance.now() - startedMs < 2_500 }
    })
    expect(await Promise.all(timed)).toEqual(calls.map(() => ({ status: 503, isSoon: true })))
    await readyzOf(503)
    expect((await api.request('GET', '/livez')).status).toBe(200)

    proxy.thaw()
    await waitFor(async () => (await list()).status === 200, { what: 'an answer' })
    // Prisma has separate connections, which time out one after the other.
    const visit = async () => (await api.visit('GET', path)).status === 302
    await waitFor(visit, { what: 'a visitor to be sent on' })
  }, 30_000)

  it('logs no address with credentials and no statement', () => {
    expect(api.logs.text()).not.toMatch(/postgres(ql)?:\/\/[^[\s"]*:[^[\s"]*@/)
  })
})

/** Waits for a response with that status; the result is cached for a second. */
function readyzOf(status: number): Promise<TestResponse> {
  return waitFor(
    async () => {
      const answer = await api.request('GET', '/readyz')
      return answer.status === status && answer
    },
    { what: `/readyz to answer ${status}` },
  )
}

/** Waits until a session of the API waits for a lock. */
async function untilWaiting(): Promise<void> {
  await waitFor(
    async () => {
      const { rows } = await api.database.pool.query<{ count: number }>(
        `SELECT count(*)::int AS count FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return (rows[0]?.count ?? 0) > 0
    },
    { what: 'a request that waits for a lock' },
  )
}
