import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { startTestApi, type TestApi } from './harness.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => api.close())

const DESTINATION = 'https://shop.example.com/shoes?size=42#top'

let made = 0
async function link(columns: Record<string, unknown> = {}): Promise<{ id: number; code: string }> {
  made += 1
  return api.database.prisma.link.create({
    data: {
      projectId: api.project.id,
      code: `code${made}`,
      actualUrl: DESTINATION,
      ...columns,
    },
  })
}
const get = (path: string, agent: string = AGENTS.desktop, headers = {}) =>
  api.visit('GET', path, { headers: { 'user-agent': agent, ...headers } })
const clicks = (linkId: number) => api.database.prisma.click.findMany({ where: { linkId } })
const count = async (id: number) => {
  await untilCounted(api.database)
  return Number((await api.database.prisma.link.findUniqueOrThrow({ where: { id } })).clickedCount)
}

describe('a link without a deep link', () => {
  it('redirects with the query merged byte for byte, uncacheable', async () => {
    const { code } = await link()
    const answer = await get(`/${code}?gclid=Ab%2Bc+D&size=1&x=%e4&utm_source=in`)
    expect(answer.status).toBe(302)
    expect(answer.headers.location).toBe(
      'https://shop.example.com/shoes?size=42&gclid=Ab%2Bc+D&x=%e4&utm_source=in#top',
    )
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['accept-ch']).toContain('Sec-CH-UA-Model')
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.text).toBe('')
  })

  it('reads each UTM field from the campaign, else the link, else the query, once', async () => {
    const campaign = await api.database.prisma.campaign.create({
      data: { projectId: api.project.id, name: 'C', utmSource: 'camp aign' },
    })
    const { code } = await link({
      actualUrl: 'https://shop.example.com/',
      campaignId: campaign.id,
      utmSource: 'link',
      utmMedium: 'link',
    })
    const query = 'utm_source=in&utm_medium=in&utm_term=in&utm_term=again'
    const { location } = (await get(`/${code}?${query}`)).headers
    expect(location).toBe(
      'https://shop.example.com/?utm_source=camp%20aign&utm_medium=link&utm_term=in',
    )
  })

  it('stores one click with the request’s data', async () => {
    const { id, code } = await link()
    const before = Math.floor(Date.now() / 1000)
    await get(`/${code}?gclid=G%2B1&fbclid=F&utm_source=news&other=x`, AGENTS.iphone, {
      referer: 'https://ref.example/',
      'x-forwarded-for': '203.0.113.9',
    })
    const [click, ...more] = await clicks(id)
    expect(more).toEqual([])
    expect(click).toMatchObject({
      projectId: api.project.id,
      source: 'link_host',
      platform: 'ios',
      osVersion: '17.4',
      deviceModel: null,
      userAgent: AGENTS.iphone,
      referer: 'https://ref.example/',
      params: { gclid: 'G+1', fbclid: 'F', utm_source: 'news' },
      uncountedReason: null,
      visitorId: null,
    })
    expect(click?.ipPrefixHash).toHaveLength(16)
    expect(Number(click?.fbclidCapturedAt)).toBeGreaterThanOrEqual(before)
    expect(
      JSON.stringify(click, (_, v: unknown) => (typeof v === 'bigint' ? Number(v) : v)),
    ).not.toContain('203.0.113.9')
    expect(await count(id)).toBe(1)
  })

  it('reads client hints and hashes the same address the same', async () => {
    const { id, code } = await link()
    const hints = { 'sec-ch-ua-platform-version': '"14.0.0"', 'sec-ch-ua-model': '"Pixel 8"' }
    const from = (address: string) => ({ ...hints, 'x-forwarded-for': address })
    await get(`/${code}`, AGENTS.android, from('198.51.100.7'))
    await get(`/${code}`, AGENTS.android, from('::ffff:198.51.100.7'))
    await get(`/${code}`, AGENTS.android, from('198.51.100.7:4711'))
    await get(`/${code}`, AGENTS.android, from('198.51.100.8'))
    const rows = await clicks(id)
    expect(rows.every((row) => row.osVersion === '14' && row.deviceModel === 'Pixel 8')).toBe(true)
    expect(
      new Set(rows.map(({ ipPrefixHash: hash }) => Buffer.from(hash ?? []).toString('hex'))).size,
    ).toBe(2)
  })

  it('matches codes case-sensitively', async () => {
    await link({ code: 'CaSe' })
    expect((await get('/CaSe')).status).toBe(302)
    expect((await get('/case')).status).toBe(404)
  })
})

describe('uncounted requests', () => {
  it.each([
    ['a search bot', { 'user-agent': AGENTS.googlebot }, 'bot'],
    ['a program', { 'user-agent': 'curl/8.5.0' }, 'bot'],
    ['a preview bot', { 'user-agent': AGENTS.facebook }, 'preview'],
    ['an old prefetch', { purpose: 'prefetch' }, 'prefetch'],
    ['a prefetch of Firefox', { 'x-moz': 'prefetch' }, 'prefetch'],
  ])('stores %s as uncounted', async (_name, headers, reason) => {
    const { id, code } = await link()
    const answer = await get(`/${code}`, AGENTS.desktop, headers)
    expect([200, 302]).toContain(answer.status)
    expect((await clicks(id)).map(({ uncountedReason }) => uncountedReason)).toEqual([reason])
    expect(await count(id)).toBe(0)
  })

  it.each(['prefetch', 'prefetch;prerender', 'prefetch;anonymous-client-ip'])(
    'Sec-Purpose: %s is stored and rejected, so that the click makes another request',
    async (purpose) => {
      const { id, code } = await link()
      const ahead = await get(`/${code}`, AGENTS.desktop, { 'sec-purpose': purpose })
      expect([ahead.status, ahead.headers['cache-control'], ahead.text]).toEqual([
        503,
        'no-store',
        '',
      ])
      expect((await get(`/${code}`)).status).toBe(302)
      const kept = (await clicks(id)).map(({ uncountedReason }) => uncountedReason)
      expect(kept.toSorted()).toEqual([null, 'prefetch'].toSorted())
      expect(await count(id)).toBe(1)
    },
  )

  it('counts in-app browsers', async () => {
    const { id, code } = await link()
    await get(`/${code}`, AGENTS.instagram)
    expect(await count(id)).toBe(1)
  })

  it('responds to HEAD as to GET, and stores it as uncounted', async () => {
    const { id, code } = await link()
    const deep = await link({ isDeeplink: true })
    const headers = { 'user-agent': AGENTS.iphone }
    const head = await api.visit('HEAD', `/${code}?x=1`, { headers })
    expect([head.status, head.headers.location, head.text]).toEqual([
      302,
      'https://shop.example.com/shoes?size=42&x=1#top',
      '',
    ])
    const page = await api.visit('HEAD', `/${deep.code}`, { headers })
    expect([page.status, page.text]).toEqual([200, ''])
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    const kept = [...(await clicks(id)), ...(await clicks(deep.id))]
    expect(kept.map(({ uncountedReason }) => uncountedReason)).toEqual(['head', 'head'])
    expect([await count(id), await count(deep.id)]).toEqual([0, 0])
  })

  it('responds 204 to OPTIONS and stores it as uncounted; other methods get 405, without a click', async () => {
    const { id, code } = await link()
    const options = await api.visit('OPTIONS', `/${code}`)
    expect([options.status, options.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS'])
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
      const refused = await api.visit(method, `/${code}`)
      expect([refused.status, refused.headers['allow']]).toEqual([405, 'GET, HEAD, OPTIONS'])
    }
    expect((await api.visit('GET', '/api/visits')).headers['allow']).toBe('POST, OPTIONS')
    expect((await api.visit('OPTIONS', '/No-Such-Code')).status).toBe(204)
    await waitFor(async () => (await clicks(id)).length > 0, { what: 'the kept OPTIONS request' })
    expect((await clicks(id)).map(({ uncountedReason }) => uncountedReason)).toEqual(['options'])
    expect(await count(id)).toBe(0)
  })
})

describe('inactive links', () => {
  it('returns 410 for an archived link, and for an expired one without a redirect', async () => {
    const past = new Date(Date.now() - 1000)
    const archived = await link({ archivedAt: past })
    const expired = await link({ expiresAt: past })
    const late = await link({ expiresAt: past, expiredUrl: 'https://shop.example.com/late' })
    for (const { code } of [archived, expired]) {
      const gone = await get(`/${code}`)
      expect([gone.status, gone.body.code]).toEqual([410, 'gone'])
    }
    const redirect = await get(`/${late.code}?gclid=1`)
    expect([redirect.status, redirect.headers.location]).toEqual([
      302,
      'https://shop.example.com/late',
    ])
    const ids = [archived.id, expired.id, late.id]
    expect(await api.database.prisma.click.count({ where: { linkId: { in: ids } } })).toBe(0)
  })

  it('returns a page instead of JSON to a browser', async () => {
    const { code } = await link({ archivedAt: new Date() })
    const page = await get(`/${code}`, AGENTS.iphone, { accept: 'text/html,*/*' })
    expect(page.status).toBe(410)
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
    expect(page.text).toContain('no longer in use')
  })
})

describe('hosts and paths', () => {
  it('serves a project’s own host and its proved domains, in any case and port', async () => {
    const { code } = await link()
    await api.database.prisma.domain.createMany({
      data: [
        { projectId: api.project.id, host: 'go.acme.test', provedAt: new Date() },
        { projectId: api.project.id, host: 'unproved.acme.test' },
      ],
    })
    const at = async (host: string) => (await api.visit('GET', `/${code}`, { host })).status
    expect(await at('ACME.Links.Test:8080')).toBe(302)
    expect(await at('go.acme.test')).toBe(302)
    expect(await at('unproved.acme.test')).toBe(404)
    expect(await at('other.links.test')).toBe(404)
    expect(await at('links.test')).toBe(404)
    expect(await at('x.acme.links.test')).toBe(404)
  })

  it.each(['GET', 'HEAD', 'POST', 'OPTIONS', 'PUT'])(
    'returns 404 to %s on every path of an unknown host',
    async (method) => {
      for (const path of ['/', '/x', '/robots.txt', '/favicon.ico', '/api/visits', '/api/links']) {
        const answer = await api.visit(method, path, { host: 'nobody.links.test' })
        expect(answer.status).toBe(404)
        expect(answer.headers['content-type']).toBe('application/problem+json')
      }
    },
  )

  it('serves robots.txt and favicon.ico, and nothing of the API', async () => {
    expect((await get('/robots.txt')).text).toContain('User-agent: *')
    expect((await get('/favicon.ico')).status).toBe(204)
    for (const path of [
      '/',
      '/api/links',
      '/docs',
      '/openapi.json',
      '/metrics',
      '/.well-known/assetlinks.json',
      '/a/b',
      '/%00',
      '/%ZZ',
      '/..%2f',
      '//x',
      `/${'x'.repeat(65)}`,
    ]) {
      expect([path, (await get(path)).status]).toEqual([path, 404])
    }
    expect((await get('/livez')).status).toBe(200)
  })

  it('counts unknown codes per address and rejects past the limit', async () => {
    const own = await startTestApi({
      env: { TRUST_PROXY: '1', RATE_LIMITS: JSON.stringify({ unknown_codes: 3 }) },
    })
    try {
      const data = ['good', 'unseen'].map((code) => ({
        projectId: own.project.id,
        code,
        actualUrl: DESTINATION,
      }))
      await own.database.prisma.link.createMany({ data })
      const at = (path: string, address: string) =>
        own.visit('GET', path, { headers: { 'x-forwarded-for': address } })
      expect((await at('/good', '203.0.113.2')).status).toBe(302)
      const statuses: number[] = []
      for (let n = 0; n < 5; n += 1) statuses.push((await at(`/no${n}`, '2001:db8::1')).status)
      expect(statuses).toEqual([404, 404, 404, 429, 429])
      const refused = await at('/no9', '2001:db8::2')
      expect([refused.status, Number(refused.headers['retry-after']) > 0]).toEqual([429, true])
      expect(refused.headers['ratelimit-policy']).toBe('"unknown_codes";q=3;w=60')
      expect(refused.headers['ratelimit']).toMatch(/^"unknown_codes";r=0;t=\d+$/)
      expect((await at('/no9', '203.0.113.1')).status).toBe(404)
      // Other visitors of the address can follow cached links; the database gets no further query.
      expect((await at('/good', '2001:db8::1')).status).toBe(302)
      expect((await at('/unseen', '2001:db8::1')).status).toBe(429)
      expect((await at('/unseen', '203.0.113.1')).status).toBe(302)
      expect((await at('/unseen', '2001:db8::1')).status).toBe(302)
    } finally {
      await own.close()
    }
  })
})
