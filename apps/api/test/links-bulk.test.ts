import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { insertLinks } from '../src/features/links/create-links.js'
import { startTestApi, type TestApi } from './harness.js'
import type { TestResponse } from './send-request.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const URL = 'https://shop.example.com/shoes'

const bulk = (links: unknown, headers: Record<string, string> = {}) =>
  api.request('POST', '/api/links/bulk', { body: { links }, headers })
const count = () => api.database.prisma.link.count()
const codes = ({ body }: TestResponse) => (body.data as { code: string }[]).map(({ code }) => code)
const several = (length: number) =>
  Array.from({ length }, (_, n) => ({ actual_url: `${URL}/${n}` }))

describe('POST /api/links/bulk', () => {
  it('creates links, returns them in order and audits each', async () => {
    const { id: campaign_id } = await api.database.prisma.campaign.create({
      data: { projectId: api.project.id, name: 'Spring' },
    })
    const made = await bulk([
      { actual_url: URL, code: 'zebra', campaign_id, tags: ['a', 'a'] },
      { url: URL, is_deep_link: true, should_open_store: false },
      { actual_url: URL, code: 'Ape' },
      { android_package_name: 'com.acme' },
    ])
    expect(made.status).toBe(201)
    const records = made.body.data as { id: number; code: string }[]
    expect(codes(made)).toEqual([
      'zebra',
      expect.stringMatching(/^[A-Z2-9]{7}$/),
      'Ape',
      expect.stringMatching(/^[A-Z2-9]{7}$/),
    ])
    expect(records[0]).toMatchObject({ campaign_name: 'Spring', tags: ['a'] })
    expect(records[1]).toMatchObject({ is_deeplink: true, should_open_store: false })
    expect(records[2]).toMatchObject({ is_deeplink: false, should_open_store: true, tags: [] })
    const ids = records.map(({ id }) => id)
    expect(ids).toEqual([...ids].sort((a, b) => a - b))
    for (const record of records)
      expect((await api.request('GET', `/api/links/${record.code}`)).body).toEqual(record)
    const notes = await api.database.prisma.auditEntry.findMany({
      where: { target: { in: ids.map((id) => `link:${id}`) } },
      orderBy: { id: 'asc' },
    })
    expect(notes.map(({ action, target }) => [action, target])).toEqual(
      ids.map((id) => ['link.create', `link:${id}`]),
    )
  })

  it('writes nothing in a dry run, and names taken codes with all other errors', async () => {
    const { prisma } = api.database
    await prisma.link.create({
      data: { projectId: api.project.id, code: 'gone', actualUrl: URL, archivedAt: new Date() },
    })
    const before = await count()
    const check = (links: unknown) =>
      api.request('POST', '/api/links/bulk', { body: { links, dry_run: true } })
    const good = await check([...several(2), { actual_url: URL, code: 'dry' }])
    expect([good.status, good.body]).toEqual([200, { dry_run: true, count: 3 }])
    const links = [{ actual_url: URL, code: 'gone' }, { actual_url: 'ftp://x' }, ...several(1)]
    const refused = await check(links)
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
      422,
      ['links.0.code', 'links.1.actual_url'],
    ])
    // The schema rejects the name, the rules the rest.
    const both = await check([...links, { actual_url: URL, name: 7 }])
    expect(Object.keys(both.body.errors).sort()).toEqual([
      'links.0.code',
      'links.1.actual_url',
      'links.3.name',
    ])
    expect(await count()).toBe(before)
  })

  it('accepts 1 to 100', async () => {
    const before = await count()
    expect((await bulk(several(101))).body.errors).toHaveProperty('links')
    expect((await bulk([])).body.errors).toHaveProperty('links')
    expect(await count()).toBe(before)
    const made = await bulk(several(100))
    expect([made.status, new Set(codes(made)).size]).toEqual([201, 100])
    expect(await count()).toBe(before + 100)
  })

  it('accepts more than 64 kB', async () => {
    const long = several(100).map((link) => ({ ...link, name: 'ü'.repeat(255), tags: ['x'] }))
    expect(
      (await bulk(long.map((link) => ({ ...link, social_title: 'ü'.repeat(255) })))).status,
    ).toBe(201)
  })

  it('reports every invalid field, and creates none', async () => {
    const before = await count()
    const refused = await bulk([
      { actual_url: URL },
      { actual_url: 'javascript:alert(1)', ios_url: 'http://a.example/' },
      { actual_url: URL, code: 'api' },
      {},
      { actual_url: URL, campaign_id: 2_000_000_000 },
      { actual_url: 'https://other.links.test/x' },
    ])
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors)).toEqual([
      'links.1.actual_url',
      'links.1.ios_url',
      'links.2.code',
      'links.3.actual_url',
      'links.4.campaign_id',
      'links.5.actual_url',
    ])
    expect(await count()).toBe(before)
  })

  it('reports a field of the wrong type in the same way', async () => {
    const refused = await bulk([
      { actual_url: URL },
      { actual_url: 5, tags: ['a', 7], is_deeplink: 'yes' },
      'x',
    ])
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      {
        'links.1.actual_url': [expect.any(String)],
        'links.1.tags': [expect.stringMatching(/^links\[1\]\.tags\[1\] /)],
        'links.1.is_deeplink': [expect.any(String)],
        links: [expect.stringMatching(/^links\[2\] must be an object/)],
      },
    ])
  })

  it('rejects a repeated code in a call, case-sensitively', async () => {
    const before = await count()
    const refused = await bulk([
      { actual_url: URL, code: 'twice' },
      { actual_url: URL, code: 'TWICE' },
      { actual_url: URL, code: 'twice' },
    ])
    expect(refused.status).toBe(422)
    expect(refused.body.errors).toEqual({ 'links.2.code': ['links.0 has the same code'] })
    expect(await count()).toBe(before)
  })

  it('rejects a taken code with 409, names it and creates none', async () => {
    await bulk([{ actual_url: URL, code: 'taken' }])
    const before = await count()
    const refused = await bulk([
      { actual_url: URL, code: 'free' },
      { actual_url: URL },
      { actual_url: URL, code: 'taken' },
    ])
    expect([refused.status, refused.body.code]).toEqual([409, 'code_taken'])
    expect(Object.keys(refused.body.errors)).toEqual(['links.2.code'])
    expect(refused.body.detail).toContain('"taken"')
    expect(await count()).toBe(before)
    const other = await api.request('POST', '/api/links/bulk', {
      key: api.otherProject.key,
      token: api.otherProject.token,
      body: { links: [{ actual_url: URL, code: 'taken' }] },
    })
    expect(other.status).toBe(201)
  })

  it('gives all codes to one of two calls that name them in different orders', async () => {
    const want = Array.from({ length: 20 }, (_, n) => ({ actual_url: URL, code: `race${n}` }))
    const both = await Promise.all([bulk(want), bulk([...want].reverse())])
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409])
    const where = { code: { startsWith: 'race' } }
    expect(await api.database.prisma.link.count({ where })).toBe(20)
  })

  it('generates another code if one is taken, in the project or in the call, and keeps custom ones', async () => {
    const projectId = api.project.id
    const planned = { projectId, actualUrl: URL, createdBy: 'admin', iosAppId: null }
    const codes = ['MADE', 'TAKEN', 'MADE', 'OWN', 'FREE', 'MORE']
    const insert = (links: (string | null)[]) =>
      insertLinks(
        api.database.prisma,
        links.map((code) => ({ ...planned, code })),
        () => codes.shift() ?? 'none left',
      )
    await insert(['TAKEN', 'OTHER'])
    const made = await insert([null, null, 'OWN', 'OTHER', null])
    expect(made.map((link) => link?.code ?? null)).toEqual(['MADE', 'MORE', 'OWN', null, 'FREE'])
    const stored = await api.database.prisma.link.count({
      where: { code: { in: ['MADE', 'OWN'] } },
    })
    expect(stored).toBe(2)
  })

  it('runs once for an Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'bulk-1' }
    const first = await bulk(several(2), headers)
    const before = await count()
    const again = await bulk(several(2), headers)
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect((await bulk(several(3), headers)).status).toBe(422)
    expect(await count()).toBe(before)
  })

  it('rejects a code of another link', async () => {
    expect((await bulk([{ actual_url: URL, code: 'bulk' }])).status).toBe(201)
    expect((await api.sdk('GET', '/api/links/bulk')).body).toMatchObject({ code: 'bulk' })
    const named = await api.request('PUT', '/api/links/bulk', { body: { name: 'x' } })
    expect(named.body).toMatchObject({ code: 'bulk', name: 'x' })
    expect((await api.request('DELETE', '/api/links/bulk')).status).toBe(200)
    expect((await api.sdk('GET', '/api/links/bulk')).status).toBe(410)
  })
})
