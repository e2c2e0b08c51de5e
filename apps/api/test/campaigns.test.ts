import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const create = (body: unknown) => api.sdk('POST', '/api/campaigns', { body })
const list = (query = '') => api.sdk('GET', `/api/campaigns${query}`, { key: api.otherProject.key })

describe('POST /api/campaigns', () => {
  it('answers the whole record, and so does its Location', async () => {
    const given = {
      name: 'Spring',
      status: 'active',
      description: 'Shoes',
      utm_source: 's',
      utm_medium: 'm',
      utm_campaign: 'c',
      utm_term: 't',
      utm_content: 'o',
      start_date: '2026-02-28',
      end_date: '2026-03-01',
    }
    const made = await create({ ...given, id: 99, unknown: 1 })
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      ...given,
      id: expect.any(Number),
      created_by: 'sdk',
      project_id: api.project.id,
      created_at: expect.stringMatching(/\.\d{6}Z$/),
      updated_at: expect.stringMatching(/\.\d{6}Z$/),
    })
    const location = made.headers.location ?? ''
    expect(location).toBe(`/api/campaigns/${made.body.id}`)
    expect((await api.sdk('GET', location)).body).toEqual(made.body)
    const note = await api.database.prisma.auditEntry.findFirst({
      where: { target: `campaign:${made.body.id}` },
    })
    expect(note).toMatchObject({
      actor: 'sdk',
      action: 'campaign.create',
      projectId: api.project.id,
    })
  })

  it('needs only a name and begins as a draft', async () => {
    const { body } = await create({ name: 'x', description: null, start_date: null })
    expect(body).toMatchObject({ status: 'draft', description: null, start_date: null })
  })

  it.each([
    ['no name', {}, 'name'],
    ['an empty name', { name: '' }, 'name'],
    ['a null name', { name: null }, 'name'],
    ['a number as name', { name: 5 }, 'name'],
    ['an overlong name', { name: 'x'.repeat(256) }, 'name'],
    ['NUL', { name: 'a\0' }, 'name'],
    ['another status', { name: 'x', status: 'done' }, 'status'],
    ['a null status', { name: 'x', status: null }, 'status'],
    ['a day that is none', { name: 'x', start_date: '2026-02-30' }, 'start_date'],
    ['a time', { name: 'x', end_date: '2026-02-03T00:00:00Z' }, 'end_date'],
    ['the year 0', { name: 'x', start_date: '0000-01-01' }, 'start_date'],
    [
      'an end before the start',
      { name: 'x', start_date: '2026-02-03', end_date: '2026-02-02' },
      'end_date',
    ],
    ['a lone surrogate', { name: 'x', utm_term: '\udc00' }, 'utm_term'],
  ])('refuses %s and names the field', async (_name, body, field) => {
    const refused = await create(body)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors)).toEqual([field])
  })

  it('refuses a body that is no object', async () => {
    expect((await create([])).status).toBe(422)
    expect((await create('x')).status).toBe(422)
  })
})

describe('GET /api/campaigns', () => {
  beforeAll(async () => {
    const projectId = api.otherProject.id
    await api.database.prisma.campaign.createMany({
      data: [
        ...Array.from({ length: 31 }, (_, n) => ({ projectId, name: `Number ${n + 1}` })),
        { projectId, name: '50% off', status: 'active' },
        { projectId, name: 'A_b', status: 'paused' },
        { projectId, name: String.raw`back\slash`, status: 'paused' },
        { projectId, name: 'Gone', deletedAt: new Date() },
      ],
    })
  })

  const names = (body: { data: { name: string }[] }) => body.data.map(({ name }) => name)

  it('pages by number, 15 a page, newest first', async () => {
    const first = await list()
    expect(first.body.meta).toEqual({ page: 1, per_page: 15, total: 34 })
    expect(names(first.body)).toHaveLength(15)
    expect(names(first.body)[0]).toBe(String.raw`back\slash`)
    const third = await list('?page=3')
    expect(names(third.body)).toEqual(['Number 4', 'Number 3', 'Number 2', 'Number 1'])
    expect(third.body).toMatchObject({ next_cursor: null, meta: { page: 3 } })
    expect(names((await list('?page=2&per_page=2')).body)).toEqual(['50% off', 'Number 31'])
    expect((await list('?page=9')).body.data).toEqual([])
  })

  it('pages by cursor as every list', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await list(`?limit=10${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...names(body))
      cursor = body.next_cursor as string | null
    }
    expect(seen).toHaveLength(34)
    expect(new Set(seen).size).toBe(34)
  })

  it('searches part of a name in any case, with % _ and \\ as themselves', async () => {
    expect(names((await list('?search=NUMBER%201&limit=100')).body)).toHaveLength(11)
    expect(names((await list('?search=50%25')).body)).toEqual(['50% off'])
    expect(names((await list('?search=%25')).body)).toEqual(['50% off'])
    expect(names((await list('?search=a_B')).body)).toEqual(['A_b'])
    expect(names((await list('?search=k%5Cs')).body)).toEqual([String.raw`back\slash`])
    expect((await list('?search=50%25')).body.meta.total).toBe(1)
  })

  it('filters by status', async () => {
    expect((await list('?status=paused')).body.meta.total).toBe(2)
    expect((await list('?status=paused&search=back')).body.data).toHaveLength(1)
  })

  it.each([
    'limit=0',
    'limit=101',
    'page=0',
    'per_page=101',
    'status=x',
    'cursor=%21',
    'search=%00',
  ])('refuses %s', async (query) => {
    const refused = await list(`?${query}`)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors)).toEqual([query.split('=')[0]])
  })

  it('shows nobody else’s', async () => {
    const id = (await list('?limit=1')).body.data[0].id as number
    expect((await api.sdk('GET', `/api/campaigns/${id}`)).status).toBe(404)
    expect((await api.sdk('GET', '/api/campaigns/0')).status).toBe(404)
    expect((await api.sdk('GET', '/api/campaigns/abc')).status).toBe(404)
    expect((await api.sdk('GET', '/api/campaigns?search=Number')).body.data).toEqual([])
  })
})
