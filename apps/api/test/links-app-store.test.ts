import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { deleteMissingApps } from '@throughline/db/links/app-store'
import { waitFor } from '@throughline/testkit/wait-for'
import { createAppStore } from '../src/infra/app-store-client.js'
import { startTestApi, type TestApi } from './harness.js'

/** Replaces the App Store; the test decides the response of each lookup. */
let answer: (bundleId: string, response: ServerResponse) => void
let asked: string[] = []
/** Lookups by links, including those that share one request. */
let lookups = 0
let store: Server
let baseUrl: string
let api: TestApi

beforeAll(async () => {
  store = createServer((request, response) => {
    const url = new URL(request.url ?? '', 'http://store')
    const bundleId = url.searchParams.get('bundleId') ?? ''
    asked.push(`${url.pathname} ${bundleId}`)
    answer(bundleId, response)
  })
  await new Promise<void>((resolve) => store.listen(0, '127.0.0.1', resolve))
  baseUrl = `http://127.0.0.1:${(store.address() as AddressInfo).port}`
  // No pace, and a timeout so long that a busy machine does not change the result.
  const pace = { everyMs: 0, pauseMs: 0, maxWaiting: 100 }
  const appStore = createAppStore({ baseUrl, timeoutMs: 30_000, pace })
  const lookup = (bundleId: string) => {
    lookups += 1
    return appStore.lookup(bundleId)
  }
  api = await startTestApi({ overrides: { appStore: { ...appStore, lookup } } })
})
afterAll(async () => {
  await api.close()
  store.closeAllConnections()
  await new Promise((resolve) => store.close(resolve))
})
beforeEach(() => {
  asked = []
  lookups = 0
  answer = found(123)
})

const found = (trackId: number) => (bundleId: string, response: ServerResponse) => {
  response.setHeader('content-type', 'text/javascript; charset=utf-8')
  response.end(`\n\n${JSON.stringify({ resultCount: 1, results: [{ trackId, bundleId }] })}`)
}
const nothing = (_bundleId: string, response: ServerResponse) => {
  response.end('{"resultCount":0,"results":[]}')
}

const URL_GIVEN = 'https://shop.example.com/'
const create = async (body: Record<string, unknown>) => {
  const made = await api.sdk('POST', '/api/links', { body: { actual_url: URL_GIVEN, ...body } })
  expect(made.status).toBe(201)
  return made.body as { id: number; code: string; ios_url: string | null }
}
const read = async (code: string) => (await api.sdk('GET', `/api/links/${code}`)).body
const iosUrlBecomes = (code: string, url: string | null) =>
  waitFor(async () => (await read(code)).ios_url === url, { what: `${code} to lead to ${url}` })
const kept = (bundleId: string) =>
  api.database.prisma.appStoreApp.findUnique({ where: { bundleId } })
const isKept = (bundleId: string) =>
  waitFor(() => kept(bundleId), { what: `${bundleId} to be known` })
const keep = (bundleId: string, appId: string | null, ageHours: number) => {
  const lookedUpAt = new Date(Date.now() - ageHours * 3_600_000)
  return api.database.prisma.appStoreApp.create({ data: { bundleId, appId, lookedUpAt } })
}

describe('the App Store URL of a bundle id', () => {
  it('is looked up after the response, stored, and requested once', async () => {
    const { id, code, ios_url } = await create({ ios_bundle_id: 'com.acme.once' })
    expect(ios_url).toBeNull()
    await iosUrlBecomes(code, 'https://apps.apple.com/app/id123')
    expect(asked).toEqual(['/lookup com.acme.once'])
    expect(await kept('com.acme.once')).toMatchObject({ appId: '123' })
    const stored = await api.database.prisma.link.findUniqueOrThrow({ where: { id } })
    expect(stored).toMatchObject({ iosUrl: null, iosAppId: '123' })

    const second = await create({ ios_bundle_id: 'com.acme.once' })
    expect(second.ios_url).toBe('https://apps.apple.com/app/id123')
    expect(asked).toHaveLength(1)
  })

  it('is not looked up if the owner sets a URL', async () => {
    const ios_url = 'https://apps.apple.com/app/id9'
    const given = await create({ ios_bundle_id: 'com.acme.own', ios_url })
    const bare = await create({ ios_bundle_id: 'com.acme.bare' })
    await iosUrlBecomes(bare.code, 'https://apps.apple.com/app/id123')
    expect(asked).toEqual(['/lookup com.acme.bare'])
    await api.request('PUT', `/api/links/${bare.code}`, { body: { ios_url } })
    expect((await read(bare.code)).ios_url).toBe(ios_url)
    await api.request('PUT', `/api/links/${given.code}`, { body: { ios_url: null } })
    await iosUrlBecomes(given.code, 'https://apps.apple.com/app/id123')
  })

  it('is removed with the bundle id', async () => {
    const { code } = await create({ ios_bundle_id: 'com.acme.first' })
    await iosUrlBecomes(code, 'https://apps.apple.com/app/id123')
    answer = found(456)
    const body = { ios_bundle_id: 'com.acme.second' }
    const moved = await api.request('PUT', `/api/links/${code}`, { body })
    expect(moved.body.ios_url).toBeNull()
    await iosUrlBecomes(code, 'https://apps.apple.com/app/id456')
    const none = { body: { ios_bundle_id: null } }
    expect((await api.request('PUT', `/api/links/${code}`, none)).body.ios_url).toBeNull()
  })

  it('is added to a link that enables the store later, without another request', async () => {
    const ios_url = 'https://apps.apple.com/app/id9'
    const { id, code } = await create({ ios_bundle_id: 'com.acme.later', ios_url })
    await keep('com.acme.later', '123', 1)
    await api.request('PUT', `/api/links/${code}`, { body: { ios_url: null } })
    await iosUrlBecomes(code, 'https://apps.apple.com/app/id123')
    const stored = await api.database.prisma.link.findUniqueOrThrow({ where: { id } })
    expect(stored).toMatchObject({ iosUrl: null, iosAppId: '123' })
    expect(asked).toEqual([])
  })

  it('is added to all links created during the lookup, with one request', async () => {
    const waiting: (() => void)[] = []
    answer = (bundleId, response) => waiting.push(() => found(123)(bundleId, response))
    const links = [
      await create({ ios_bundle_id: 'com.acme.both' }),
      await create({ ios_bundle_id: 'com.acme.both' }),
    ]
    await waitFor(() => lookups === 2 && waiting.length > 0, { what: 'the store to be asked' })
    for (const reply of waiting) reply()
    for (const { code } of links) await iosUrlBecomes(code, 'https://apps.apple.com/app/id123')
    expect(asked).toEqual(['/lookup com.acme.both'])
  })

  it('is not added to a link that was changed to another app meanwhile', async () => {
    const waiting = new Map<string, () => void>()
    answer = (bundleId, response) => {
      const trackId = bundleId === 'com.acme.before' ? 111 : 222
      waiting.set(bundleId, () => found(trackId)(bundleId, response))
    }
    const asking = (bundleId: string) =>
      waitFor(() => waiting.get(bundleId), { what: `the store to be asked for ${bundleId}` })
    const { code } = await create({ ios_bundle_id: 'com.acme.before' })
    const reply = await asking('com.acme.before')
    const body = { ios_bundle_id: 'com.acme.after' }
    await api.request('PUT', `/api/links/${code}`, { body })
    reply()
    // In one transaction with the change of its links.
    await isKept('com.acme.before')
    const replyAfter = await asking('com.acme.after')
    expect((await read(code)).ios_url).toBeNull()
    replyAfter()
    await iosUrlBecomes(code, 'https://apps.apple.com/app/id222')
  })

  it('is requested again after 30 days, or after a day if there was none', async () => {
    await keep('com.acme.old', '1', 24 * 31)
    await keep('com.acme.young', '2', 24 * 29)
    await keep('com.acme.none', null, 25)
    await keep('com.acme.nonesuch', null, 23)
    const links = await api.request('POST', '/api/links/bulk', {
      body: {
        links: ['nonesuch', 'young', 'old', 'none'].map((name) => ({
          actual_url: URL_GIVEN,
          ios_bundle_id: `com.acme.${name}`,
        })),
      },
    })
    const [nonesuch, young, old, none] = links.body.data as { code: string; ios_url: string }[]
    expect([nonesuch?.ios_url, young?.ios_url, old?.ios_url]).toEqual([
      null,
      'https://apps.apple.com/app/id2',
      'https://apps.apple.com/app/id1',
    ])
    for (const link of [old, none])
      await iosUrlBecomes(link?.code ?? '', 'https://apps.apple.com/app/id123')
    expect(asked.sort()).toEqual(['/lookup com.acme.none', '/lookup com.acme.old'])
    expect((await read(nonesuch?.code ?? '')).ios_url).toBeNull()
  })

  it('is null if the store has none, and that is stored', async () => {
    answer = nothing
    const { code } = await create({ ios_bundle_id: 'com.acme.unknown' })
    await isKept('com.acme.unknown')
    expect(await kept('com.acme.unknown')).toMatchObject({ appId: null })
    expect((await read(code)).ios_url).toBeNull()
  })

  it('is deleted from the cache if it was missing a day ago, and no other', async () => {
    await keep('com.acme.gone', null, 25)
    await keep('com.acme.missing', null, 23)
    await keep('com.acme.ancient', '5', 24 * 365)
    await deleteMissingApps(api.database.prisma)
    expect(await kept('com.acme.gone')).toBeNull()
    expect(await kept('com.acme.missing')).not.toBeNull()
    expect(await kept('com.acme.ancient')).not.toBeNull()
  })

  it('is not accepted as the only destination', async () => {
    await keep('com.acme.known', '7', 1)
    const body = { ios_bundle_id: 'com.acme.known' }
    const refused = await api.sdk('POST', '/api/links', { body })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['actual_url']])
  })

  it.each<[string, (bundleId: string, response: ServerResponse) => void]>([
    ['fails', (_, response) => response.writeHead(500).end('{}')],
    ['answers what is no JSON', (_, response) => response.end('<html>')],
    ['answers something else', (_, response) => response.end('{"results":[{"trackId":"x"}]}')],
    ['sends elsewhere', (_, response) => response.writeHead(302, { location: '/x' }).end()],
    ['breaks off', (_, response) => response.destroy()],
  ])('is omitted if the store %s', async (what, given) => {
    answer = given
    const bundleId = `com.acme.${what.replaceAll(' ', '-')}`
    const warnings = () => api.logs.text().split('work after the response failed').length
    const before = warnings()
    const { code } = await create({ ios_bundle_id: bundleId })
    await waitFor(() => warnings() > before, { what: 'the lookup to fail' })
    expect(asked).toEqual([`/lookup ${bundleId}`])
    expect(await kept(bundleId)).toBeNull()
    expect(await read(code)).toMatchObject({ ios_url: null, actual_url: URL_GIVEN })
  })

  it('times out, and the failure can be logged', async () => {
    answer = () => undefined
    const failed = createAppStore({ baseUrl, timeoutMs: 50 }).lookup('com.acme.slow')
    const error: unknown = await failed.catch((reason: unknown) => reason)
    expect(String(error)).toMatch(/^Error: App Store lookup failed: .*timeout/)
    expect(Object.prototype.toString.call(error)).toBe('[object Error]')
    api.ctx.logger.warn({ err: error }, 'as it is logged')
    expect(api.logs.text()).toContain('as it is logged')
  })

  it('is not requested for a while after a failure, whatever links are created', async () => {
    answer = (_, response) => response.writeHead(500).end('{}')
    const pace = { everyMs: 0, pauseMs: 3_600_000, maxWaiting: 100 }
    const appStore = createAppStore({ baseUrl, timeoutMs: 30_000, pace })
    await expect(appStore.lookup('com.acme.first')).rejects.toThrow('the response was 500')
    expect(await appStore.lookup('com.acme.next')).toBeUndefined()
    // Not compared as a whole: a request that the previous test abandoned may arrive only now.
    expect(asked).toContain('/lookup com.acme.first')
    expect(asked).not.toContain('/lookup com.acme.next')
    await appStore.close()
  })

  it('is not looked up if disabled, as in tests by default', async () => {
    expect(api.config.isAppStoreLookup).toBe(false)
    const off = await startTestApi()
    expect(off.ctx.appStore).toBeNull()
    await off.close()
  })
})
