import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { putMember } from '@throughline/db/accounts/members'
import { endSession } from '@throughline/db/accounts/sessions'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { claimDeliveries } from '@throughline/db/deliveries/claim-deliveries'
import { insertDeliveries } from '@throughline/db/deliveries/insert-deliveries'
import { recordResults } from '@throughline/db/deliveries/record-results'
import {
  parseStreamNotice,
  sendStreamNotice,
  STREAM_CHANNEL,
  takeNewsNotice,
  type StreamNotice,
} from '@throughline/db/stream/stream-notices'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { createApiServer } from '../src/server.js'
import { closeServer } from '../src/stop.js'
import { createMemberOf, createUser } from './accounts.js'
import { startTestApi, type TestApi } from './harness.js'
import { startSecondApi, type SecondApi } from './second-api.js'
import { watchStream, type WatchedStream } from './watch-stream.js'
import type { TestRequest } from './send-request.js'

const CHROME =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36'

let api: TestApi
let second: SecondApi
let code: string
const open: WatchedStream[] = []
beforeAll(async () => {
  api = await startTestApi({ env: { MAX_STREAMS: '600', MAX_REQUESTS_IN_WORK: '50' } })
  second = await startSecondApi(api)
  const link = await api.request('POST', '/api/links', {
    body: { actual_url: 'https://shop.example/a', name: 'Summer' },
  })
  code = (link.body as { code: string }).code
})
afterEach(async () => {
  for (const stream of open.splice(0)) stream.close()
  await waitFor(() => api.ctx.streams.hub.size() === 0, { what: 'no open stream' })
})
afterAll(async () => {
  await second.close()
  await api.close()
})

async function watch(options: TestRequest = {}, url = api.url): Promise<WatchedStream> {
  const { key, token } = api.project
  const host = new URL(api.url).host
  const stream = await watchStream(url, { key, token, host, ...options })
  open.push(stream)
  if (stream.status === 200)
    await waitFor(() => stream.blocks.length > 0, { what: 'the first id of the stream' })
  return stream
}

const click = () => api.visit('GET', `/${code}`, { headers: { 'user-agent': CHROME } })

const install = (body: object = {}) =>
  api.request('POST', '/api/attribution/installs', {
    body: { install_id: randomUUID(), platform: 'android', ...body },
  })

/** A delivery of a replay, with one attempt, as a worker records it. */
async function attemptOnce() {
  const { prisma } = api.database
  const created = await api.request('POST', '/api/webhooks', {
    body: { url: 'https://hooks.example.com/in', events: ['install_attributed'], name: 'Orders' },
  })
  const scope = { projectId: api.project.id, webhookId: (created.body as { id: number }).id }
  const event = { projectId: api.project.id, type: 'install_attributed' }
  const eventId = newUuidV7()
  await prisma.event.create({ data: { ...event, id: eventId, payload: '{}' } })
  await insertDeliveries(prisma, { ...event, eventId })
  const now = new Date()
  const byState = { failed: 1, skipped: 0, succeeded: 0, canceled: 0 }
  const { id: replayId } = await prisma.replay.create({
    data: {
      ...scope,
      states: ['failed'],
      since: now,
      until: now,
      afterId: eventId,
      byState,
      finishedAt: now,
    },
  })
  const { id } = await prisma.delivery.findFirstOrThrow({ where: { eventId } })
  await prisma.delivery.updateMany({ where: { id }, data: { replayId } })
  const leaseToken = newUuidV7()
  await claimDeliveries(api.database, [{ deliveryId: id, leaseToken }], 17_000)
  const failure = { isSuccess: false, statusCode: 500, errorClass: 'status', error: 'no' }
  await recordResults(api.database, [
    {
      deliveryId: id,
      leaseToken,
      attemptId: newUuidV7(),
      trigger: 'replay',
      ...failure,
      retryDelayMs: null,
      startedAtMs: Date.now(),
      durationMs: 12,
      responseBody: null,
      url: 'https://hooks.example.com/in',
      address: '203.0.113.9',
    },
  ])
  return { delivery: await prisma.delivery.findFirstOrThrow({ where: { id } }), replayId }
}

describe('GET /api/stream', () => {
  // Must be the first test: a project counts as watched for some seconds after its last stream.
  it('sends no notification for a click if no stream is open', async () => {
    const client = new pg.Client({ connectionString: api.config.secrets.databaseUrl })
    await client.connect()
    const heard: (StreamNotice | null)[] = []
    client.on('notification', ({ payload }) => void heard.push(parseStreamNotice(payload)))
    await client.query(`LISTEN ${STREAM_CHANNEL}`)
    await click()
    const stream = await watch()
    await click()
    await stream.event('click')
    await client.query('SELECT 1')
    await client.end()
    const news = heard.flatMap((notice) =>
      notice?.kind === 'news' ? [...notice.projects.values()] : [],
    )
    expect(news).toMatchObject([{ click: { count: 1 } }])
  })

  it('sends clicks and installs with the fields that the panel shows, without addresses', async () => {
    const stream = await watch()
    await click()
    const { data } = await stream.event('click')
    expect(data).toEqual({
      count: 1,
      data: [
        {
          id: expect.any(String),
          clicked_at: expect.any(String),
          code,
          link_name: 'Summer',
          campaign_id: null,
          campaign_name: null,
          recorded_by: 'link_host',
          platform: 'android',
          country: null,
        },
      ],
    })
    await install()
    const told = await stream.event('install')
    expect(told.data).toMatchObject({ count: 1, data: [{ platform: 'android', test: false }] })
    expect(JSON.stringify(stream.blocks)).not.toContain('127.0.0.1')
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
  })

  it('counts all and lists the newest ten', async () => {
    const stream = await watch()
    await Promise.all(Array.from({ length: 25 }, click))
    const clicks = () => stream.blocks.filter(({ event }) => event === 'click')
    const total = () => clicks().reduce((sum, { data }) => sum + (data.count as number), 0)
    await waitFor(() => total() === 25, { what: 'all clicks' })
    for (const { data } of clicks()) expect(data.data.length).toBe(Math.min(10, data.count))
  })

  it('sends nothing of another project, and no click that does not count', async () => {
    const other = await watch({ key: api.otherProject.key, token: api.otherProject.token })
    const stream = await watch()
    await api.visit('GET', `/${code}`, { headers: { 'user-agent': 'Googlebot/2.1' } })
    await click()
    await stream.event('click')
    expect(stream.blocks.filter(({ event }) => event === 'click')).toHaveLength(1)
    expect(other.blocks.filter(({ event }) => event !== null)).toEqual([])
  })

  it('sends events of another process', async () => {
    const here = await watch()
    const there = await watch({}, second.url)
    const answer = await second.sdk('POST', `/api/links/${code}/click`, { body: {} })
    expect(answer.status).toBe(201)
    expect((await here.event('click')).data.data).toMatchObject([{ recorded_by: 'sdk' }])
    expect((await there.event('click')).data.data).toMatchObject([{ recorded_by: 'sdk' }])
  })

  it('sends attempts that workers report, and the progress of their replay', async () => {
    const { delivery, replayId } = await attemptOnce()
    const stream = await watch()
    const news = { attempt: { count: 3, ids: [delivery.id] } }
    const notice = takeNewsNotice(new Map([[api.project.id, news]]))
    await sendStreamNotice(api.database.prisma, notice)
    expect((await stream.event('attempt')).data).toEqual({
      count: 3,
      data: [
        {
          delivery_id: delivery.id,
          started_at: expect.any(String),
          webhook_id: delivery.webhookId,
          webhook_name: 'Orders',
          event: 'install_attributed',
          state: 'failed',
          number: 1,
          status_code: 500,
          error_class: 'status',
          duration_ms: 12,
          test: false,
        },
      ],
    })
    expect((await stream.event('replay')).data).toEqual({
      replay_id: replayId,
      webhook_id: delivery.webhookId,
      waiting: 0,
      succeeded: 0,
      failed: 1,
      not_sent: 0,
    })
  })

  it('sends each caller only what its abilities permit', async () => {
    const deliveries = await api.createToken(api.project, {
      abilities: ['project:read', 'deliveries:read'],
    })
    const without = await api.createToken(api.project, { abilities: ['links:read'] })
    const [all, some, none] = await Promise.all([
      watch(),
      watch({ token: deliveries }),
      watch({ token: without }),
    ])
    await click()
    await all.event('click')
    expect(some.blocks.filter(({ event }) => event !== null)).toEqual([])
    expect(none.status).toBe(403)
  })

  it('continues after the last id of an interrupted stream', async () => {
    const first = await watch()
    await click()
    const { id } = await first.event('click')
    first.close()
    await waitFor(() => api.ctx.streams.hub.size() === 0, { what: 'the end of the first' })
    await install()
    await api.ctx.installs.drain()
    const next = await watch({ headers: { 'last-event-id': String(id) } })
    await next.event('install')
    expect(next.blocks.filter(({ event }) => event === 'click' || event === 'reset')).toEqual([])
  })

  it.each(['elsewhere.4', 'nonsense', '-1'])('sends a reset for the unknown id %s', async (id) => {
    const stream = await watch({ headers: { 'last-event-id': id } })
    await stream.event('reset')
  })

  it('is limited to five per user, and ended ones do not count', async () => {
    const user = await createMemberOf(api, api.project, 'viewer')
    const request = { ...user.session, key: api.project.id }
    const streams: WatchedStream[] = []
    for (let n = 0; n < 5; n += 1) streams.push(await watch(request))
    const sixth = await watch(request)
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([429, '10'])
    streams[0]?.close()
    await waitFor(() => api.ctx.streams.hub.size() === 4, { what: 'a free place' })
    expect((await watch(request)).status).toBe(200)
  })
})

describe('a stream', () => {
  it('ends when the role changes, the member is removed, or the session or token ends', async () => {
    const { prisma } = api.database
    const [lowered, removed, ended, admin, kept] = await Promise.all([
      createMemberOf(api, api.project, 'owner'),
      createMemberOf(api, api.project, 'editor'),
      createMemberOf(api, api.project, 'viewer'),
      createUser(api, { isAdmin: true }),
      createMemberOf(api, api.project, 'viewer'),
    ])
    const token = await api.createToken(api.project)
    const key = api.project.id
    const streams = await Promise.all(
      [lowered, removed, ended, admin, kept].map((user) => watch({ ...user.session, key })),
    )
    const ofToken = await watch({ token })
    const scope = { projectId: api.project.id }
    await putMember(prisma, { ...scope, userId: lowered.id }, 'viewer')
    await prisma.projectMember.deleteMany({ where: { ...scope, userId: removed.id } })
    await endSession(prisma, { userId: ended.id, id: ended.sessionId })
    await prisma.user.update({ where: { id: admin.id }, data: { isAdmin: false } })
    const id = Number(token.split('|')[0])
    await prisma.adminToken.update({ where: { id }, data: { revokedAt: new Date() } })
    const [, , , , stays] = streams
    for (const stream of [...streams.slice(0, 4), ofToken]) await stream.over(15_000)
    expect(stays?.isOver()).toBe(false)
    // A heartbeat has arrived meanwhile.
    expect(stays?.blocks.length).toBeGreaterThan(1)
  }, 30_000)

  it('does not count towards the load limit: 500 streams in one process get the click', async () => {
    const { hub } = api.ctx.streams
    const users = await Promise.all(
      Array.from({ length: 100 }, () => createMemberOf(api, api.project, 'viewer')),
    )
    const requests = users.flatMap(({ session }) => Array.from({ length: 5 }, () => session))
    for (let at = 0; at < requests.length; at += 25)
      await Promise.all(
        requests.slice(at, at + 25).map((session) => watch({ ...session, key: api.project.id })),
      )
    expect(hub.size()).toBe(500)
    // MAX_REQUESTS_IN_WORK is 50.
    expect((await click()).status).toBe(302)
    await waitFor(() => open.every(({ blocks }) => blocks.some(({ event }) => event === 'click')), {
      what: 'the click in every stream',
    })
  }, 60_000)

  it('is closed when its client does not read', async () => {
    const slow = await watch()
    slow.response.pause()
    const reader = await watch()
    const { hub } = api.ctx.streams
    const ids = Array.from({ length: 10 }, () => randomUUID())
    expect(hub.size()).toBe(2)
    // More than the kernel's buffers of both ends and 256 kB.
    for (let sent = 0; hub.size() === 2 && sent < 200_000; sent += 1) {
      hub.receive(new Map([[api.project.id, { click: { count: 1e15, ids } }]]))
      hub.onInvalidated()
      if (sent % 500 === 0) await new Promise(setImmediate)
    }
    expect(hub.size()).toBe(1)
    expect(reader.isOver()).toBe(false)
    slow.response.resume()
    await slow.over()
  }, 60_000)

  it('ends when the server stops', async () => {
    const server = createApiServer(api.ctx).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const stream = await watch({}, `http://127.0.0.1:${port}`)
    api.ctx.beginStop()
    await stream.over()
    await closeServer(server, 60_000)
    const late = await watch()
    await late.over()
  })
})
