import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { inTransaction } from '@throughline/db/connection/database'
import { notifyLinkChange, notifyProjectChange } from '@throughline/db/links/link-changes'
import { startDnsServer, type DnsServer } from '@throughline/testkit/dns-server'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { waitFor } from '@throughline/testkit/wait-for'
import { readConfig } from '../src/config.js'
import { createContext, type AppContext } from '../src/context.js'
import { captureLogs } from './capture-logs.js'
import type { ServedLink } from '../src/domain/links/served-link.js'
import { startTestApi, type TestApi } from './harness.js'

let dns: DnsServer
let proxy: FaultProxy
let api: TestApi
/** A second process on the same database, reached through a proxy. */
let other: AppContext
beforeAll(async () => {
  const keys = generateKeyRingEntry('test')
  dns = await startDnsServer()
  api = await startTestApi({
    env: { SECRETS_KEYS: keys },
    overrides: { domainResolver: dns.resolver },
  })
  proxy = await startFaultProxy(api.databaseUrl)
  other = await createContext(
    readConfig({
      DATABASE_URL: proxy.url,
      SPOOL_DIR: api.config.spool.directory,
      SECRETS_KEYS: keys,
    }),
    { logger: captureLogs().logger, queue: api.ctx.queue },
  )
  await other.linkStore.lookups.link(api.project.id, 'none')
})
afterAll(async () => {
  await other.linkStore.close()
  await other.database.close()
  await proxy.close()
  await api.close()
  await dns.close()
})

let made = 0
async function link(columns: { campaignId?: number } = {}): Promise<string> {
  made += 1
  const code = `cached${made}`
  const data = { projectId: api.project.id, code, actualUrl: 'https://one.example/', ...columns }
  await api.database.prisma.link.create({ data })
  return code
}
const contexts = () => [api.ctx, other]
const lookup = (code: string) =>
  Promise.all(
    contexts().map(async ({ linkStore }) => {
      const found = await linkStore.lookups.link(api.project.id, code)
      return found?.actualUrl ?? null
    }),
  )
const change = (code: string, actualUrl: string, isTold = true) =>
  inTransaction(api.database, async (db) => {
    const { id: projectId } = api.project
    await db.link.update({ where: { projectId_code: { projectId, code } }, data: { actualUrl } })
    if (isTold) await notifyLinkChange(db, { projectId, code })
  })
const both = (url: string | null) => [url, url]
const ONE = 'https://one.example/'
const TWO = 'https://two.example/'

/** Waits until both processes receive changes. From then on they do not look up unchanged links again. */
async function untilHeard(): Promise<void> {
  await waitFor(
    async () => {
      const code = await link()
      await lookup(code)
      await change(code, TWO, false)
      await new Promise((resolve) => setTimeout(resolve, 1_100))
      return (await lookup(code)).every((url) => url === ONE)
    },
    { what: 'two processes that listen' },
  )
}

describe('a link cached by two processes', () => {
  it('is cached while the change feed is current, and both see a change within a second of its commit', async () => {
    await untilHeard()
    const code = await link()
    expect(await lookup(code)).toEqual(both(ONE))
    await change(code, TWO)
    const committedAtMs = performance.now()
    await waitFor(async () => (await lookup(code)).every((url) => url === TWO), {
      what: 'both to see it',
    })
    expect(performance.now() - committedAtMs).toBeLessThan(1_000)
  }, 30_000)

  it('is invalidated with all links of its project', async () => {
    await untilHeard()
    const code = await link()
    expect(await lookup(code)).toEqual(both(ONE))
    await inTransaction(api.database, async (db) => {
      await db.project.update({ where: { id: api.project.id }, data: { name: 'Renamed' } })
      await db.link.updateMany({ where: { code }, data: { actualUrl: TWO } })
      await notifyProjectChange(db, api.project.id)
    })
    await waitFor(async () => (await lookup(code)).every((url) => url === TWO), {
      what: 'both to see it',
    })
  }, 30_000)

  it('is not invalidated if the transaction rolls back', async () => {
    await untilHeard()
    const code = await link()
    await lookup(code)
    await change(code, TWO, false)
    const rolledBack = inTransaction(api.database, async (db) => {
      await notifyLinkChange(db, { projectId: api.project.id, code })
      throw new Error('rolled back')
    })
    await expect(rolledBack).rejects.toThrow('rolled back')
    expect(await lookup(code)).toEqual(both(ONE))
  }, 30_000)

  it('is found immediately after it is created, also after a miss', async () => {
    expect(await lookup(`cached${made + 1}`)).toEqual(both(null))
    const code = await link()
    expect(await lookup(code)).toEqual(both(ONE))
  })
})

describe('a change through the API', () => {
  /** The link as both processes know it. */
  const known = <Told>(code: string, read: (link: ServedLink) => Told) =>
    Promise.all(
      contexts().map(async ({ linkStore }) => {
        const found = await linkStore.lookups.link(api.project.id, code)
        return found === null ? null : read(found)
      }),
    )
  /** Changes a link that both have just looked up, and waits until both have the change. */
  async function seenByBoth<Told>(
    code: string,
    act: () => Promise<{ status: number }>,
    [read, before, after]: [(link: ServedLink) => Told, Told, Told],
  ) {
    expect(await known(code, read)).toEqual([before, before])
    const { status } = await act()
    const committedAtMs = performance.now()
    expect(status).toBe(200)
    await waitFor(async () => (await known(code, read)).every((told) => told === after), {
      what: 'both to see it',
    })
    expect(performance.now() - committedAtMs).toBeLessThan(1_000)
  }

  it('is visible in both within a second for a link, also when it is reverted', async () => {
    await untilHeard()
    const code = await link()
    const path = `/api/links/${code}`
    const body = { actual_url: TWO }
    await seenByBoth(code, () => api.request('PUT', path, { body }), [
      ({ actualUrl }) => actualUrl,
      ONE,
      TWO,
    ])
    await seenByBoth(code, () => api.request('DELETE', path), [
      ({ archivedAt }) => archivedAt !== null,
      false,
      true,
    ])
    const gone = await api.visit('GET', `/${code}`)
    expect(gone.status).toBe(410)
  }, 30_000)

  it('is visible in the links of a campaign, also when it is reverted', async () => {
    await untilHeard()
    const { id } = await api.database.prisma.campaign.create({
      data: { projectId: api.project.id, name: 'Spring', utmSource: 'old' },
    })
    const code = await link({ campaignId: id })
    const path = `/api/campaigns/${id}`
    const put = (body: unknown) => () => api.request('PUT', path, { body })
    await seenByBoth(code, put({ utm_source: 'new' }), [
      ({ campaign }) => campaign?.utmSource,
      'old',
      'new',
    ])
    await seenByBoth(code, put({ name: 'Summer' }), [
      ({ campaign }) => campaign?.name,
      'Spring',
      'Summer',
    ])
    await seenByBoth(code, () => api.request('DELETE', path), [
      ({ campaign }) => campaign === null,
      false,
      true,
    ])
  }, 30_000)

  it('causes no lookup if it affects no link', async () => {
    await untilHeard()
    const campaign = await api.database.prisma.campaign.create({
      data: { projectId: api.project.id, name: 'Autumn', utmSource: 'a' },
    })
    const code = await link()
    const witness = await link()
    await lookup(code)
    await lookup(witness)
    await change(code, TWO, false)
    const body = { name: 'Autumn', utm_source: 'a', status: 'paused', description: 'x' }
    const put = await api.request('PUT', `/api/campaigns/${campaign.id}`, { body })
    expect(put.status).toBe(200)
    const pending = { host: 'not-yet.acme.example' }
    const posted = await api.request('POST', '/api/project/domains', { body: pending })
    expect(posted.status).toBe(201)
    // Notifications arrive in the order of the commits, so earlier ones have arrived too.
    await change(witness, TWO)
    await waitFor(async () => (await lookup(witness)).every((url) => url === TWO), {
      what: 'both to have heard all',
    })
    expect(await lookup(code)).toEqual([ONE, ONE])
  }, 30_000)
})

describe('a process without a change feed', () => {
  it('caches a link for at most a second, and drops missed changes when the feed returns', async () => {
    await untilHeard()
    const code = await link()
    await lookup(code)
    // The pool reconnects immediately; the listening connection misses notifications meanwhile.
    await proxy.cut()
    await change(code, TWO)
    await proxy.restore()
    await waitFor(async () => (await lookup(code)).every((url) => url === TWO), {
      what: 'the new link',
      timeoutMs: 1_500,
    })
    await untilHeard()
  }, 60_000)

  it('waits half a second for an unresponsive database with a cached link', async () => {
    const code = await link()
    await lookup(code)
    proxy.freeze()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const startedAtMs = performance.now()
    const found = await other.linkStore.lookups.link(api.project.id, code)
    // Half a second, plus the delay of a busy machine.
    expect([found?.actualUrl, performance.now() - startedAtMs < 1_500]).toEqual([ONE, true])
    proxy.thaw()
    await untilHeard()
  }, 60_000)

  it('serves cached links while the database is unavailable, and rejects unknown ones', async () => {
    const code = await link()
    await lookup(code)
    await proxy.cut()
    await new Promise((resolve) => setTimeout(resolve, 1_100))
    const startedAtMs = performance.now()
    for (let n = 0; n < 20; n += 1) {
      const found = await other.linkStore.lookups.link(api.project.id, code)
      expect(found?.actualUrl).toBe(ONE)
    }
    expect(performance.now() - startedAtMs).toBeLessThan(1_000)
    await expect(other.linkStore.lookups.link(api.project.id, 'unseen')).rejects.toMatchObject({
      code: 'database_unavailable',
    })
    const project = (host: string) => other.linkStore.lookups.project(host, 'links.test')
    await expect(project('unseen.example')).rejects.toMatchObject({ code: 'database_unavailable' })
    // Text that cannot be a host name needs no lookup.
    for (const host of ['', 'a_b.links.test', 'ü.example', `${'a.'.repeat(8_000)}example`])
      expect(await project(host)).toBeNull()
    await proxy.restore()
    await waitFor(
      async () => {
        try {
          return (await other.linkStore.lookups.link(api.project.id, 'unseen')) === null
        } catch {
          return false
        }
      },
      { what: 'the database' },
    )
  }, 30_000)
})
