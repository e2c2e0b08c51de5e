import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { signReportToken } from '@throughline/core/matching/report-token'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { waitFor } from '@throughline/testkit/wait-for'
import { TEST_MATCHING } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' }, overrides: TEST_MATCHING })
  await api.database.prisma.link.create({
    data: {
      projectId: api.project.id,
      code: 'deep',
      actualUrl: 'https://shop.example.com/',
      isDeeplink: true,
    },
  })
})
afterAll(() => api.close())

const ADDRESS = '203.0.113.5'
const TOLD = {
  screen_width: 840,
  screen_height: 390,
  pixel_ratio: 3,
  languages: ['de-DE', 'en'],
  time_zone: 'Europe/Berlin',
}

const headersOf = (agent: string, address = ADDRESS) => ({
  'user-agent': agent,
  'x-forwarded-for': address,
})

/** Opens the page and returns its token and its click. */
async function open(agent: string = AGENTS.iphone, query = '', address = ADDRESS) {
  const { text } = await api.visit('GET', `/deep${query}`, { headers: headersOf(agent, address) })
  const token = /data-token="([^"]+)"/.exec(text)?.[1] ?? ''
  const click = await api.database.prisma.click.findFirstOrThrow({ orderBy: { id: 'desc' } })
  return { token, clickId: click.id }
}
const post = (body: unknown, agent: string = AGENTS.iphone, address = ADDRESS) =>
  api.visit('POST', '/api/visits', { body, headers: headersOf(agent, address) })
/** A token for a click of that age that is not stored. */
function clickIdOf(ageMs: number): string {
  const time = (Date.now() - ageMs).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}${newUuidV7().slice(13)}`
}
const visitOf = (clickId: string) => api.database.prisma.visit.findUnique({ where: { clickId } })
const clickOf = (id: string) => api.database.prisma.click.findFirstOrThrow({ where: { id } })

describe('POST /api/visits', () => {
  it('stores the signals, and the visitor also on the click', async () => {
    const { token, clickId } = await open()
    const visitorId = randomUUID()
    const answer = await post({ token, ...TOLD, visitor_id: visitorId })
    expect([answer.status, answer.text]).toEqual([204, ''])
    const visit = await visitOf(clickId)
    expect(visit).toMatchObject({
      projectId: api.project.id,
      visitorId,
      signals: {
        platform: 'ios',
        os_version: '17.4',
        screen_width: 390,
        screen_height: 840,
        pixel_ratio: 3,
        languages: ['de-DE', 'en'],
        time_zone: 'Europe/Berlin',
      },
    })
    const click = await clickOf(clickId)
    expect(click.visitorId).toBe(visitorId)
    expect(visit?.ipPrefixHash).toEqual(click.ipPrefixHash)
    expect(JSON.stringify(visit)).not.toContain(ADDRESS)
  })

  it('suffices to match an install from the same phone', async () => {
    const address = '203.0.113.77'
    const { token } = await open(AGENTS.iphone, '', address)
    await post({ token, ...TOLD }, AGENTS.iphone, address)
    const { body } = await api.sdk('POST', '/api/attribution/installs', {
      headers: { 'x-forwarded-for': address },
      body: {
        install_id: randomUUID(),
        platform: 'ios',
        fingerprint: '10.0.0.1-iOS-17.4-390x840',
        device: {
          os_version: '17.4.1',
          screen_width: 390,
          screen_height: 840,
          languages: ['de'],
          time_zone: 'Europe/Berlin',
        },
      },
    })
    expect(body).toMatchObject({
      matched: true,
      match_type: 'fingerprint',
      attribution: { dyna_code: 'deep' },
    })
  })

  it('uses the OS version and the model that the script reports', async () => {
    const { token, clickId } = await open(AGENTS.android)
    expect((await clickOf(clickId)).osVersion).toBeNull()
    await post({ token, ...TOLD, platform_version: '14.0.0', model: 'Pixel 8' }, AGENTS.android)
    expect(await clickOf(clickId)).toMatchObject({ osVersion: '14', deviceModel: 'Pixel 8' })
    expect((await visitOf(clickId))?.signals).toMatchObject({ os_version: '14', model: 'Pixel 8' })
  })

  it('reports no version if the browser hides it', async () => {
    const { token, clickId } = await open(AGENTS.android)
    await post({ token, ...TOLD }, AGENTS.android)
    expect((await visitOf(clickId))?.signals).not.toHaveProperty('os_version')
  })

  it('updates a click once; a second report changes nothing, even concurrently', async () => {
    const { token, clickId } = await open()
    const visitors = [randomUUID(), randomUUID(), randomUUID()]
    const answers = await Promise.all(
      visitors.map((visitor_id) => post({ token, ...TOLD, visitor_id })),
    )
    expect(answers.map(({ status }) => status)).toEqual([204, 204, 204])
    const visit = await visitOf(clickId)
    expect((await clickOf(clickId)).visitorId).toBe(visit?.visitorId)
    await post({ token, ...TOLD, visitor_id: randomUUID(), time_zone: 'Asia/Tokyo' })
    expect(await visitOf(clickId)).toEqual(visit)
  })

  it('moves fbclid_captured_at back to the first capture, within limits', async () => {
    const captured = async (query: string, shiftSeconds: number) => {
      const { token, clickId } = await open(AGENTS.iphone, query)
      const first = (await clickOf(clickId)).fbclidCapturedAt
      const told = Number(first ?? Math.floor(Date.now() / 1000)) + shiftSeconds
      expect((await post({ token, fbclid_captured_at: told })).status).toBe(204)
      const after = (await clickOf(clickId)).fbclidCapturedAt
      return first === null || after === null ? after : Number(after - first)
    }
    expect(await captured('?fbclid=F', -3_600)).toBe(-3_600)
    expect(await captured('?fbclid=F', 60)).toBe(0)
    expect(await captured('?fbclid=F', -100 * 86_400)).toBe(0)
    expect(await captured('', -3_600)).toBeNull()
  })

  it('rejects a token that is forged, another project’s, old, or missing', async () => {
    const { token, clickId } = await open()
    const key = api.ctx.keys.reportToken
    const inAMinute = Math.floor(Date.now() / 1000) + 60
    const signed = (projectId: string, expiresAtSeconds = inAMinute) =>
      signReportToken({ clickId, projectId, expiresAtSeconds, key })
    for (const bad of [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      signed(api.otherProject.id),
      signed(api.project.id, inAMinute - 120),
      '',
      'x',
      undefined,
      null,
      5,
    ]) {
      const refused = await post({ token: bad, ...TOLD })
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['token']])
    }
    const elsewhere = await api.visit('POST', '/api/visits', {
      host: api.otherProject.linkHost,
      body: { token },
    })
    expect(elsewhere.status).toBe(422)
    expect(await visitOf(clickId)).toBeNull()
  })

  it('requests one retry for a report whose click may still arrive, and no retry for others', async () => {
    const report = async (ageMs: number) => {
      const clickId = clickIdOf(ageMs)
      const expiresAtSeconds = Math.floor(Date.now() / 1000) + 60
      const { id: projectId } = api.project
      const key = api.ctx.keys.reportToken
      const token = signReportToken({ clickId, projectId, expiresAtSeconds, key })
      const { status, headers } = await post({ token, ...TOLD })
      expect(await visitOf(clickId)).toBeNull()
      return [status, headers['retry-after']]
    }
    expect(await report(0)).toEqual([503, '2'])
    expect(await report(55_000)).toEqual([503, '2'])
    expect(await report(61_000)).toEqual([204, undefined])
  })

  it.each([
    ['screen_width', 0],
    ['screen_width', 1.5],
    ['screen_height', '390'],
    ['pixel_ratio', -1],
    ['languages', 'de'],
    ['languages', ['\0']],
    ['languages', Array.from({ length: 21 }, () => 'de')],
    ['time_zone', 'x'.repeat(65)],
    ['time_zone', '\ud800'],
    ['model', {}],
    ['platform_version', 14],
    ['visitor_id', 'me'],
    ['fbclid_captured_at', 1e20],
  ])('rejects %s = %j', async (field, value) => {
    const { token, clickId } = await open()
    const refused = await post({ token, [field]: value })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
    expect(await visitOf(clickId)).toBeNull()
  })

  it('rejects invalid bodies: 400, 413, 422, never 500', async () => {
    const raw = (rawBody: string | Uint8Array, isChunked = false) =>
      api.visit('POST', '/api/visits', { rawBody, isChunked })
    expect((await raw('')).status).toBe(400)
    expect((await raw('{')).status).toBe(400)
    expect((await raw(new Uint8Array([0xff, 0xfe]))).status).toBe(400)
    expect((await raw('['.repeat(500))).status).toBe(400)
    expect((await raw('null')).status).toBe(422)
    expect((await raw('[]')).status).toBe(422)
    expect((await raw(`"${'x'.repeat(9000)}"`)).status).toBe(413)
    expect((await raw(`"${'x'.repeat(9000)}"`, true)).status).toBe(413)
  })

  it('accepts a beacon’s plain text', async () => {
    const { token, clickId } = await open()
    const answer = await api.visit('POST', '/api/visits', {
      rawBody: JSON.stringify({ token, ...TOLD }),
      headers: { ...headersOf(AGENTS.iphone), 'content-type': 'text/plain;charset=UTF-8' },
    })
    expect(answer.status).toBe(204)
    expect(await visitOf(clickId)).not.toBeNull()
  })

  it('exists only on link hosts', async () => {
    expect((await api.sdk('POST', '/api/visits', { body: {} })).status).toBe(404)
  })
})

it('a report whose click is in the spool is rejected immediately, and stored when it is repeated', async () => {
  const proxies: FaultProxy[] = []
  const own = await startTestApi({
    reachDatabaseBy: async (url) => {
      const proxy = await startFaultProxy(url)
      proxies.push(proxy)
      return proxy.url
    },
  })
  try {
    await own.database.prisma.link.create({
      data: {
        projectId: own.project.id,
        code: 'deep',
        actualUrl: 'https://x.example/',
        isDeeplink: true,
      },
    })
    const headers = headersOf(AGENTS.iphone)
    const opened = async () => {
      const { status, text } = await own.visit('GET', '/deep', { headers })
      expect(status).toBe(200)
      return /data-token="([^"]+)"/.exec(text)?.[1]
    }
    await opened()
    for (const proxy of proxies) await proxy.cut()
    const token = await opened()
    const report = () => own.visit('POST', '/api/visits', { body: { token, ...TOLD }, headers })
    const startedAtMs = performance.now()
    const refused = await report()
    expect([refused.status, refused.body.code]).toEqual([503, 'database_unavailable'])
    expect(refused.headers['retry-after']).toBe('2')
    expect(performance.now() - startedAtMs).toBeLessThan(1_000)

    for (const proxy of proxies) await proxy.restore()
    await waitFor(async () => (await report()).status === 204, { what: 'the report to be kept' })
    expect(await own.database.prisma.visit.count()).toBe(1)
  } finally {
    await own.close()
    for (const proxy of proxies) await proxy.close()
  }
}, 30_000)

it('uses no private address as a matching key in production', async () => {
  const own = await startTestApi({ env: { NODE_ENV: 'production', TRUST_PROXY: '1' } })
  try {
    await own.database.prisma.link.create({
      data: {
        projectId: own.project.id,
        code: 'deep',
        actualUrl: 'https://x.example/',
        isDeeplink: true,
      },
    })
    const headers = headersOf(AGENTS.iphone, '10.1.2.3')
    const { text } = await own.visit('GET', '/deep', { headers })
    const token = /data-token="([^"]+)"/.exec(text)?.[1]
    expect(
      (await own.visit('POST', '/api/visits', { body: { token, ...TOLD }, headers })).status,
    ).toBe(204)
    const nothing = { ipHash: null, ipPrefixHash: null }
    expect(await own.database.prisma.click.findFirst()).toMatchObject(nothing)
    expect(await own.database.prisma.visit.findFirst()).toMatchObject(nothing)
  } finally {
    await own.close()
  }
})
