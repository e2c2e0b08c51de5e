import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'
import type { TestResponse } from './send-request.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const URL = 'https://shop.example.com/shoes'
const fieldsOf = ({ status, body }: TestResponse) => [status, Object.keys(body.errors ?? {})]

describe('GET /api/links', () => {
  const codes = ({ body }: TestResponse) =>
    (body.data as { code: string }[]).map(({ code }) => code)
  const list = (query = '') => {
    const { key, token } = api.otherProject
    return api.request('GET', `/api/links${query}`, { key, token })
  }
  let campaignId: number

  beforeAll(async () => {
    const projectId = api.otherProject.id
    const { prisma } = api.database
    campaignId = (await prisma.campaign.create({ data: { projectId, name: 'Spring' } })).id
    const base = { projectId, actualUrl: URL }
    await prisma.link.createMany({
      data: [
        ...Array.from({ length: 20 }, (_, n) => ({ ...base, code: `n${n}` })),
        { ...base, code: 'named', name: '50% OFF', tags: ['sale', 'x'], campaignId },
        { ...base, code: 'Own_code', actualUrl: 'https://else.example/Path' },
        { ...base, code: 'late', expiresAt: new Date('2020-01-01') },
        { ...base, code: 'soon', expiresAt: new Date('2090-01-01') },
        { ...base, code: 'gone', archivedAt: new Date(), tags: ['sale'] },
      ],
    })
  })

  it('sorts by page, each link once', async () => {
    const { prisma } = api.database
    const projectId = api.otherProject.id
    const sorted = async (sort: string, rest = '') =>
      codes(await list(`?sort=${sort}&per_page=3${rest}`))
    await prisma.link.updateMany({ where: { projectId, code: 'n7' }, data: { clickedCount: 9 } })
    expect(await sorted('-clicked_count')).toEqual(['n7', 'soon', 'late'])
    expect(await sorted('created_at')).toEqual(['n0', 'n1', 'n2'])
    expect(await sorted('-name')).toEqual(['named', 'soon', 'late'])
    expect(await sorted('expires_at')).toEqual(['late', 'soon', 'n0'])
    const pages = [1, 2, 3, 4, 5, 6, 7, 8].map((page) => sorted('clicked_count', `&page=${page}`))
    expect(new Set((await Promise.all(pages)).flat()).size).toBe(24)
    const { next_cursor } = (await list('?limit=3')).body
    for (const query of [
      `?sort=name&cursor=${String(next_cursor)}`,
      '?sort=name&format=csv',
      '?sort=x',
    ])
      expect([query, ...fieldsOf(await list(query))]).toEqual([query, 422, ['sort']])
  })

  it('returns records, newest first, without archived ones, 20 a page', async () => {
    const first = await list()
    expect(first.status).toBe(200)
    expect(first.body.meta).toEqual({ page: 1, per_page: 20, total: 24, has_more: false })
    expect(codes(first)).toHaveLength(20)
    expect(codes(first).slice(0, 5)).toEqual(['soon', 'late', 'Own_code', 'named', 'n19'])
    expect(codes(await list('?page=2'))).toHaveLength(4)
    expect(codes(await list('?page=2&per_page=3'))).toEqual(['named', 'n19', 'n18'])
    const { data } = (await list('?search=named')).body
    const { key, token } = api.otherProject
    const named = await api.request('GET', '/api/links/named', { key, token })
    expect(data).toEqual([named.body])
    expect(data[0]).toMatchObject({ campaign_name: 'Spring' })
  })

  it('pages by cursor as every list does, and counts only once', async () => {
    const seen: string[] = []
    const totals: unknown[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const page = await list(`?limit=10${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...codes(page))
      totals.push(page.body.meta?.total)
      cursor = page.body.next_cursor as string | null
    }
    expect(seen).toHaveLength(24)
    expect(new Set(seen).size).toBe(24)
    expect(totals).toEqual([24, undefined, undefined])
  })

  it.each([
    ['search=50%25', ['named']],
    ['search=off', ['named']],
    ['search=OWN_', ['Own_code']],
    ['search=else.example%2Fpath', ['Own_code']],
    ['search=%25%25', []],
    ['tag=sale', ['named']],
    ['tag=SALE', []],
    ['tag=sale&status=archived', ['gone']],
    ['status=archived', ['gone']],
    ['status=expired', ['late']],
    ['code=gone', ['gone']],
    ['code=late', ['late']],
    ['code=gone&status=active', []],
    ['code=GONE', []],
    ['status=active&search=o', ['soon', 'Own_code', 'named']],
    ['status=&search=', ['soon', 'late', 'Own_code', 'named']],
  ])('filters by %s', async (query, expected) => {
    const found = await list(`?${query}&limit=100`)
    const own = codes(found).filter((code) => !/^n\d/.test(code))
    expect(own).toEqual(expected)
  })

  it('searches in any case in every script', async () => {
    const { id: projectId } = api.otherProject
    const link = { projectId, code: 'script', name: 'FRÜHLING – Весна', archivedAt: new Date() }
    const { id } = await api.database.prisma.link.create({ data: link })
    for (const search of ['frühling', 'FRÜHLING', 'ВЕСНА', 'весна']) {
      const found = await list(`?status=archived&search=${encodeURIComponent(search)}`)
      expect([search, codes(found)]).toEqual([search, ['script']])
    }
    await api.database.prisma.link.delete({ where: { id } })
  })

  it('filters by campaign', async () => {
    expect(codes(await list(`?campaign_id=${campaignId}`))).toEqual(['named'])
    expect((await list(`?campaign_id=${campaignId}`)).body.meta.total).toBe(1)
    expect(codes(await list('?campaign_id=2147483647'))).toEqual([])
  })

  it.each(['limit=0', 'per_page=101', 'page=0', 'status=x', 'cursor=%21', 'campaign_id=x', 'tag='])(
    'rejects %s',
    async (query) => {
      expect(fieldsOf(await list(`?${query}`))).toEqual([422, [query.split('=')[0]]])
    },
  )

  it('filters by creator and by time of creation, also in the file', async () => {
    const { prisma } = api.database
    const projectId = api.otherProject.id
    const change = (code: string, data: object) =>
      prisma.link.updateMany({ where: { projectId, code }, data })
    await change('n3', { createdBy: 'sdk' })
    await change('n4', { createdAt: new Date('2026-02-01T00:00:00Z') })
    expect(codes(await list('?created_by=sdk'))).toEqual(['n3'])
    expect((await list('?created_by=admin&per_page=1')).body.meta).toMatchObject({ total: 23 })
    const range = 'from=2026-02-01T00:00:00Z&to=2026-02-01T00:00:01Z'
    expect(codes(await list(`?${range}`))).toEqual(['n4'])
    expect(codes(await list('?to=2026-02-01T00:00:00Z'))).toEqual([])
    const file = await list(`?${range}&format=csv`)
    expect(file.text.trimEnd().split('\r\n')).toHaveLength(2)
    for (const query of ['created_by=me', 'from=yesterday', 'to=1'])
      expect(fieldsOf(await list(`?${query}`))).toEqual([422, [query.split('=')[0]]])
  })

  it('counts up to ten thousand', async () => {
    await api.database.pool.query(
      `INSERT INTO links (project_id, code) SELECT $1, 'm' || n FROM generate_series(0, 10000) AS n`,
      [api.project.id],
    )
    const meta = async (query: string) =>
      (await api.request('GET', `/api/links?per_page=1${query}`)).body.meta
    expect(await meta('')).toMatchObject({ total: 10_000, has_more: true })
    expect(await meta('&page=10001')).toMatchObject({ total: 10_000, has_more: true })
    expect(await meta('&search=m1000')).toMatchObject({ total: 2, has_more: false })
  })

  it('excludes other projects, and rejects a call with only the key', async () => {
    expect(codes(await api.request('GET', '/api/links?limit=100'))).not.toContain('named')
    expect((await api.sdk('GET', '/api/links')).status).toBe(401)
  })
})

describe('GET /api/tags', () => {
  const tags = async (query = '') => {
    const { key, token } = api.otherProject
    const answer = await api.request('GET', `/api/tags${query}`, { key, token })
    return answer.body.data as unknown
  }

  it('counts the links of each tag, without archived links and other projects', async () => {
    await api.request('POST', '/api/links', { body: { actual_url: URL, tags: ['elsewhere'] } })
    await api.database.prisma.link.createMany({
      data: [
        { projectId: api.otherProject.id, code: 't1', actualUrl: URL, tags: ['x', '50% Off'] },
        { projectId: api.otherProject.id, code: 't2', actualUrl: URL, tags: ['x', 'x'] },
      ],
    })
    expect(await tags()).toEqual([
      { tag: 'x', links: 3 },
      { tag: '50% Off', links: 1 },
      { tag: 'sale', links: 1 },
    ])
    expect(await tags('?search=% OFF')).toEqual([{ tag: '50% Off', links: 1 }])
    expect(await tags('?search=nowhere')).toEqual([])
  })
})

describe('GET /api/links/availability', () => {
  const check = async (code: string) => {
    const path = `/api/links/availability?code=${encodeURIComponent(code)}`
    const { status, body } = await api.request('GET', path)
    expect([code, status, body.code]).toEqual([code, 200, code])
    return [body.available, body.reason, body.suggestion] as unknown[]
  }

  it('returns whether a code is free, and otherwise a similar free one', async () => {
    const projectId = api.project.id
    const base = { projectId, actualUrl: URL }
    await api.database.prisma.link.createMany({
      data: [
        { ...base, code: 'TAKEN' },
        { ...base, code: 'TAKEN-2', archivedAt: new Date() },
        { projectId: api.otherProject.id, actualUrl: URL, code: 'THEIRS' },
      ],
    })
    expect(await check('FREE')).toEqual([true, null, null])
    expect(await check('THEIRS')).toEqual([true, null, null])
    expect(await check('taken')).toEqual([true, null, null])
    expect(await check('TAKEN')).toEqual([false, 'taken', 'TAKEN-3'])
    expect(await check('admin')).toEqual([false, 'reserved', 'admin-2'])
    expect(await check('Été 2026!')).toEqual([false, 'malformed', 'Ete-2026'])
    expect(await check('!')).toEqual([false, 'malformed', null])
    expect((await api.request('GET', '/api/links/availability')).status).toBe(422)
  })
})
