import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { openDatabase, type Database } from '../src/connection/database.js'
import { listenToLinkChanges, type LinkChangeFeed } from '../src/links/link-change-feed.js'
import { notifyLinkChange, notifyListenCheck, type LinkChange } from '../src/links/link-changes.js'

const PROJECT = '0d050fc7-3b28-465b-8932-08e6344d720f'

let scratch: TestDatabase
let database: Database
let proxy: FaultProxy
const open: LinkChangeFeed[] = []
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
  proxy = await startFaultProxy(scratch.url)
})
afterEach(async () => {
  for (const feed of open.splice(0)) await feed.close()
})
afterAll(async () => {
  await proxy.close()
  await database.close()
  await scratch.drop()
})

interface Heard {
  changes: LinkChange[]
  invalidated: number
  lost: number
  unhealthy: number
}

const tellAll = (token: string) => notifyListenCheck(database.prisma, token)

function listen(name: string, { tell = tellAll, server = scratch.url } = {}) {
  const heard: Heard = { changes: [], invalidated: 0, lost: 0, unhealthy: 0 }
  const url = new URL(server)
  url.searchParams.set('application_name', name)
  const feed = listenToLinkChanges({
    url: url.href,
    onChange: (change) => heard.changes.push(change),
    onInvalidated: () => (heard.invalidated += 1),
    onLost: () => (heard.lost += 1),
    onUnhealthy: () => (heard.unhealthy += 1),
    notifyListenCheck: tell,
  })
  open.push(feed)
  return { feed, heard }
}
const untilCurrent = (feed: LinkChangeFeed) =>
  waitFor(() => feed.isCurrent(), { what: 'a feed that hears' })

describe('the feed of changes to links', () => {
  it('is current after it has received its own token; the tokens of others are no changes', async () => {
    const one = listen('one')
    await untilCurrent(one.feed)
    const other = listen('other')
    await untilCurrent(other.feed)
    await notifyLinkChange(database.prisma, { projectId: PROJECT, code: 'a' })
    await waitFor(() => one.heard.changes.length + other.heard.changes.length === 2, {
      what: 'the change in both',
    })
    // The only one so far is that of the start.
    expect([one.heard.invalidated, other.heard.invalidated]).toEqual([1, 1])
    expect(one.heard.changes).toEqual([{ projectId: PROJECT, code: 'a' }])
  })

  it.each([
    ['falls silent', () => proxy.freeze()],
    ['is lost without a word', () => proxy.inject({ kind: 'half-open' })],
  ])(
    'is not current soon after its connection %s, before that is known for certain',
    async (_what, breakIt) => {
      const { feed, heard } = listen('broken', { server: proxy.url })
      await untilCurrent(feed)
      breakIt()
      await waitFor(() => !feed.isCurrent(), { what: 'the doubt', everyMs: 5 })
      expect(heard).toMatchObject({ invalidated: 1, lost: 0 })
      await waitFor(() => heard.lost > 0, { what: 'the certainty' })
      await proxy.heal()
      await untilCurrent(feed)
      // Notifications that were sent meanwhile are lost.
      expect(heard).toMatchObject({ changes: [], invalidated: 2 })
    },
    30_000,
  )

  it('is current again immediately if only its own session was ended', async () => {
    const { feed, heard } = listen('ended')
    await untilCurrent(feed)
    await database.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'ended'`,
    )
    await waitFor(() => heard.lost === 1, { what: 'the end' })
    expect(feed.isCurrent()).toBe(false)
    await untilCurrent(feed)
    expect(heard).toMatchObject({ invalidated: 2, lost: 1 })
  })

  it('is not current while its heartbeats are answered without notifications, and says so once', async () => {
    // Like a pooler, which responds to each statement and forwards no notification.
    const swallow = () =>
      database.pool.query(`SELECT pg_notify('elsewhere', '')`).then(() => undefined)
    const { feed, heard } = listen('unhealthy', { tell: swallow })
    await waitFor(() => heard.unhealthy > 0, { what: 'the report that the feed is unhealthy' })
    const { rows } = await database.pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'unhealthy' AND query = 'SELECT 1'`,
    )
    expect([rows.length, feed.isCurrent(), heard.unhealthy]).toEqual([1, false, 1])
  }, 20_000)
})
