import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { isAnyoneSpooling } from '@throughline/db/connection/spool-lock'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { startTestApi, type TestApi } from './harness.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

let proxy: FaultProxy
let api: TestApi
beforeAll(async () => {
  api = await startTestApi({
    env: { SPOOL_MAX_BYTES: String(1024 * 1024) },
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

/** A link that the API has cached. */
async function link(code: string, more: Record<string, unknown> = {}): Promise<number> {
  const data = { projectId: api.project.id, code, actualUrl: 'https://shop.example.com/', ...more }
  const { id } = await api.database.prisma.link.create({ data })
  expect((await api.visit('HEAD', `/${code}`)).status).toBe(302)
  return id
}
const get = (code: string, agent: string = AGENTS.desktop) =>
  api.visit('GET', `/${code}`, { headers: { 'user-agent': agent } })
const counted = (linkId: number) =>
  api.database.prisma.click.count({ where: { linkId, uncountedReason: null } })
const clickedCount = async (id: number) => {
  await untilCounted(api.database)
  return Number((await api.database.prisma.link.findUniqueOrThrow({ where: { id } })).clickedCount)
}
const files = async () =>
  (await readdir(api.config.spool.directory)).filter((name) => name.endsWith('.clicks'))
const untilDrained = () =>
  waitFor(async () => (await files()).length === 0, { what: 'the spool to be drained' })
async function metric(outcome: string): Promise<number> {
  const found = await api.ctx.registry.getSingleMetric('throughline_spool_clicks_total')?.get()
  return found?.values.find(({ labels }) => labels['outcome'] === outcome)?.value ?? 0
}

describe('while the database is unavailable', () => {
  it('a cached link redirects, and its clicks are counted once afterwards', async () => {
    const id = await link('away')
    await proxy.cut()
    const answers = await Promise.all(Array.from({ length: 50 }, () => get('away')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
    expect((await files()).length).toBeGreaterThan(0)
    expect(await counted(id)).toBe(0)
    const unseen = await get('unseen')
    expect([unseen.status, unseen.body.code]).toEqual([503, 'database_unavailable'])
    expect(Number(unseen.headers['retry-after'])).toBeGreaterThan(0)

    const clickedBy = new Date()
    await proxy.restore()
    await untilDrained()
    expect([await counted(id), await clickedCount(id)]).toEqual([50, 50])
    const rows = await api.database.prisma.click.findMany({ where: { linkId: id } })
    expect(rows.every(({ createdAt }) => createdAt <= clickedBy)).toBe(true)
    expect([await metric('spooled'), await metric('drained')]).toEqual([50, 50])
    expect((await get('away')).status).toBe(302)
    expect(await counted(id)).toBe(51)
  })

  it('cached links do not wait: an unresponsive database delays the first ones by half a second, and the rest not at all', async () => {
    const id = await link('silent')
    proxy.freeze()
    const timed = async () => {
      const startedAtMs = performance.now()
      const { status } = await get('silent')
      return { status, ms: performance.now() - startedAtMs }
    }
    const first = await timed()
    expect([first.status, first.ms < 1_500]).toEqual([302, true])
    for (let n = 0; n < 20; n += 1) {
      const { status, ms } = await timed()
      expect([status, ms < 500]).toEqual([302, true])
    }
    proxy.thaw()
    await untilDrained()
    expect([await counted(id), await clickedCount(id)]).toEqual([21, 21])
  }, 30_000)

  it('a full spool does not stop the redirect, and the click is dropped and counted as dropped', async () => {
    const id = await link('full')
    await link('dropped', {
      isDeeplink: true,
      androidUrl: 'https://play.google.com/store/apps/details?id=com.acme.app',
    })
    await proxy.cut()
    const rounds = async () => {
      let answered = 0
      while ((await metric('dropped')) === 0) {
        const long = { headers: { 'user-agent': 'x'.repeat(1_000), referer: 'y'.repeat(1_000) } }
        const batch = Array.from({ length: 200 }, () => api.visit('GET', '/full', long))
        const statuses = (await Promise.all(batch)).map(({ status }) => status)
        expect(new Set(statuses)).toEqual(new Set([302]))
        answered += batch.length
      }
      return answered
    }
    const answered = await rounds()
    const dropped = await metric('dropped')
    // A token would name a click that is not stored, and its install would be retried for a day.
    const headers = { 'user-agent': AGENTS.android, referer: 'y'.repeat(1_000) }
    await waitFor(
      async () => {
        const page = await api.visit('GET', '/dropped', { headers })
        expect(page.status).toBe(200)
        return !page.text.includes('click_token')
      },
      { what: 'a page without a token', everyMs: 0 },
    )
    await proxy.restore()
    await untilDrained()
    expect(
      await api.database.prisma.click.count({ where: { linkId: id, source: 'link_host' } }),
    ).toBe(answered - dropped + 1)
  }, 60_000)
})

describe('while the database rejects the data of clicks', () => {
  it('the link redirects, and the clicks are counted as refused, not as dropped', async () => {
    const id = await link('refused')
    const before = [await metric('refused'), await metric('dropped')]
    await api.database.pool.query(
      `ALTER TABLE clicks ADD CONSTRAINT test_refusal CHECK (link_id <> ${id}) NOT VALID`,
    )
    expect((await get('refused')).status).toBe(302)
    await api.database.pool.query('ALTER TABLE clicks DROP CONSTRAINT test_refusal')
    expect(await counted(id)).toBe(0)
    expect([await metric('refused'), await metric('dropped')]).toEqual([
      (before[0] ?? 0) + 1,
      before[1],
    ])
    expect((await get('refused')).status).toBe(302)
    expect(await counted(id)).toBe(1)
  })
})

describe('an install whose click waits in the spool', () => {
  it('must retry, and is matched when the click is stored', async () => {
    await link('deep', {
      isDeeplink: true,
      androidPackageName: 'com.acme.app',
      androidUrl: 'https://play.google.com/store/apps/details?id=com.acme.app',
    })
    await proxy.cut()
    const page = await get('deep', AGENTS.android)
    expect(page.status).toBe(200)
    const token = /click_token(?:=|%3D)([A-Za-z0-9_-]{43})/.exec(page.text)?.[1]
    expect(token).toBeDefined()
    const install = {
      install_id: '0d050fc7-3b28-465b-8932-08e6344d7201',
      platform: 'android',
      install_referrer: `click_token=${token}`,
    }
    const call = () => api.sdk('POST', '/api/attribution/installs', { body: install })
    const refused = await call()
    expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([503, true])

    await proxy.restore()
    const answered = await waitFor(
      async () => {
        const answer = await call()
        return answer.status === 503 ? null : answer
      },
      { what: 'the match' },
    )
    expect([answered.status, answered.body.match_type]).toEqual([200, 'referrer'])
  })

  it('must retry at every process while the spool is not empty', async () => {
    await link('known')
    await proxy.cut()
    await get('known')
    expect(await isAnyoneSpooling(api.database.prisma)).toBe(false)
    await proxy.restore()
    await untilDrained()
    await waitFor(async () => !(await isAnyoneSpooling(api.database.prisma)), { what: 'the end' })
  })
})

describe('while the database is exchanged for a restored one', () => {
  it('a cached link redirects, and its clicks are counted once in the restored one', async () => {
    const id = await link('restored')
    const server = new pg.Client({ connectionString: testEnv().databaseUrl })
    await server.connect()
    const { rows } = await api.database.pool.query<{ name: string }>(
      'SELECT current_database() AS name',
    )
    const name = rows[0]?.name ?? ''
    try {
      // The commands of deploy/README.md, "Back up and restore". The copy takes the place of the backup.
      await server.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`)
      await server.query(
        `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${name}'`,
      )
      const unseen = async () => (await get('unseen')).status === 503
      await waitFor(unseen, { what: 'new connections to be rejected' })
      const answers = await Promise.all(Array.from({ length: 20 }, () => get('restored')))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
      await server.query(`CREATE DATABASE ${name}_restored TEMPLATE ${name} STRATEGY FILE_COPY`)
      await server.query(`ALTER DATABASE ${name} RENAME TO ${name}_damaged`)
      await server.query(`ALTER DATABASE ${name}_restored RENAME TO ${name}`)
    } finally {
      await server.query(`DROP DATABASE IF EXISTS ${name}_damaged WITH (FORCE)`)
      await server.end()
    }
    await untilDrained()
    expect([await counted(id), await clickedCount(id)]).toEqual([20, 20])
  }, 30_000)
})
