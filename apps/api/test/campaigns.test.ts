import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { waitFor } from '@throughline/testkit/wait-for'
import { seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { untilCounted } from './until-counted.js'
import { whileLocked } from './while-locked.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const create = (body: unknown) => api.sdk('POST', '/api/campaigns', { body })
const list = (query = '') => api.sdk('GET', `/api/campaigns${query}`, { key: api.otherProject.key })

describe('POST /api/campaigns', () => {
  it('returns the whole record, as its Location does', async () => {
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
      version: 1,
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

  it('requires only a name and starts as a draft', async () => {
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
  ])('rejects %s and names the field', async (_name, body, field) => {
    const refused = await create(body)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors)).toEqual([field])
  })

  it('rejects a body that is not an object', async () => {
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
    expect(first.body.meta).toEqual({ page: 1, per_page: 15, total: 34, has_more: false })
    expect(names(first.body)).toHaveLength(15)
    expect(names(first.body)[0]).toBe(String.raw`back\slash`)
    const third = await list('?page=3')
    expect(names(third.body)).toEqual(['Number 4', 'Number 3', 'Number 2', 'Number 1'])
    expect(third.body).toMatchObject({ next_cursor: null, meta: { page: 3 } })
    expect(names((await list('?page=2&per_page=2')).body)).toEqual(['50% off', 'Number 31'])
    expect((await list('?page=9')).body.data).toEqual([])
  })

  it('pages by cursor as every list does', async () => {
    const seen: string[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { body } = await list(`?limit=10${cursor === '' ? '' : `&cursor=${cursor}`}`)
      seen.push(...names(body))
      cursor = body.next_cursor as string | null
    }
    expect(seen).toHaveLength(34)
    expect(new Set(seen).size).toBe(34)
    const { next_cursor: next } = (await list('?limit=30')).body
    expect((await list(`?limit=30&cursor=${next}`)).body.meta.total).toBe(34)
  })

  it('accepts either name of the page size with a number or a cursor', async () => {
    const second = await list('?page=2&limit=2')
    expect(names(second.body)).toEqual(['50% off', 'Number 31'])
    expect(second.body.meta).toEqual({ page: 2, per_page: 2, total: 34, has_more: false })
    const next = await list(`?per_page=3&cursor=${second.body.next_cursor}`)
    expect(names(next.body)).toEqual(['Number 30', 'Number 29', 'Number 28'])
  })

  it('searches part of a name in any case, with % _ and \\ as literals', async () => {
    expect(names((await list('?search=NUMBER%201&limit=100')).body)).toHaveLength(11)
    expect(names((await list('?search=50%25')).body)).toEqual(['50% off'])
    expect(names((await list('?search=%25')).body)).toEqual(['50% off'])
    expect(names((await list('?search=a_B')).body)).toEqual(['A_b'])
    expect(names((await list('?search=k%5Cs')).body)).toEqual([String.raw`back\slash`])
    expect((await list('?search=50%25')).body.meta.total).toBe(1)
  })

  it('searches in any case in every script', async () => {
    await create({ name: 'FRÜHLING – Весна' })
    for (const search of ['frühling', 'FRÜHLING', 'ВЕСНА', 'весна']) {
      const found = await api.sdk('GET', `/api/campaigns?search=${encodeURIComponent(search)}`)
      expect([search, names(found.body)]).toEqual([search, ['FRÜHLING – Весна']])
    }
  })

  it('filters by status', async () => {
    expect((await list('?status=paused')).body.meta.total).toBe(2)
    expect((await list('?status=paused&search=back')).body.data).toHaveLength(1)
    // As an empty form sends it.
    expect((await list('?status=&search=')).body.meta.total).toBe(34)
  })

  it.each([
    'limit=0',
    'limit=101',
    'page=0',
    'per_page=101',
    'status=x',
    'cursor=%21',
    'search=%00',
  ])('rejects %s', async (query) => {
    const refused = await list(`?${query}`)
    expect(refused.status).toBe(422)
    expect(Object.keys(refused.body.errors)).toEqual([query.split('=')[0]])
  })

  it('excludes other projects', async () => {
    const id = (await list('?limit=1')).body.data[0].id as number
    expect((await api.sdk('GET', `/api/campaigns/${id}`)).status).toBe(404)
    expect((await api.sdk('GET', '/api/campaigns/0')).status).toBe(404)
    expect((await api.sdk('GET', '/api/campaigns/abc')).status).toBe(404)
    expect((await api.sdk('GET', '/api/campaigns?search=Number')).body.data).toEqual([])
  })
})

const make = async (body: Record<string, unknown> = {}) =>
  (await create({ name: 'Spring', ...body })).body as { id: number; updated_at: string }
const audits = (id: number) =>
  api.database.prisma.auditEntry.findMany({
    where: { target: `campaign:${id}` },
    orderBy: { id: 'asc' },
  })

describe('PUT /api/campaigns/{id}', () => {
  it('keeps missing fields, clears null ones, and records it in the audit', async () => {
    const before = await make({ status: 'active', description: 'Shoes', utm_source: 's' })
    const path = `/api/campaigns/${before.id}`
    const body = { name: 'Summer', description: null, end_date: '2026-03-01', project_id: 'x' }
    const changed = await api.request('PUT', path, { body })
    expect(changed.status).toBe(200)
    expect(changed.body).toEqual({
      ...before,
      name: 'Summer',
      description: null,
      end_date: '2026-03-01',
      updated_at: expect.any(String),
      version: 2,
    })
    expect((await api.sdk('GET', path)).body).toEqual(changed.body)
    expect((await audits(before.id)).map(({ action, actor }) => [action, actor])).toEqual([
      ['campaign.create', 'sdk'],
      ['campaign.update', expect.stringMatching(/^token:\d+$/)],
    ])
  })

  it.each([
    ['a null name', { name: null }, 'name'],
    ['a null status', { status: null }, 'status'],
    ['an end before the stored start', { end_date: '2026-01-31' }, 'end_date'],
    ['a start after the stored end', { start_date: '2026-03-02' }, 'start_date'],
    ['both in the wrong order', { start_date: '2026-02-03', end_date: '2026-02-02' }, 'end_date'],
  ])('rejects %s and changes nothing', async (_name, body, field) => {
    const before = await make({ start_date: '2026-02-01', end_date: '2026-03-01' })
    const refused = await api.sdk('PUT', `/api/campaigns/${before.id}`, { body })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, [field]])
    expect((await api.sdk('GET', `/api/campaigns/${before.id}`)).body).toEqual(before)
  })

  it('changes only the version in If-Match', async () => {
    const { body } = await create({ name: 'Spring' })
    const putIf = (version: string, name: string) =>
      api.request('PUT', `/api/campaigns/${Number(body.id)}`, {
        body: { name },
        headers: { 'if-match': version },
      })
    expect((await putIf('"1"', 'Summer')).body).toMatchObject({ name: 'Summer', version: 2 })
    const late = await putIf('"1"', 'Autumn')
    expect([late.status, late.body.code]).toEqual([412, 'version_mismatch'])
    const { body: kept } = await api.sdk('GET', `/api/campaigns/${Number(body.id)}`)
    expect(kept).toMatchObject({ name: 'Summer', version: 2 })
  })

  it('validates two concurrent changes one after the other', async () => {
    const { id } = await make({ start_date: '2026-02-01', end_date: '2026-03-31' })
    const bodies = [{ start_date: '2026-03-02' }, { end_date: '2026-03-01' }]
    const put = (body: object) => api.request('PUT', `/api/campaigns/${id}`, { body })
    const lock = ['SELECT FROM campaigns WHERE id = $1 FOR UPDATE', id] as const
    const both = await whileLocked(api, lock, () => bodies.map(put))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    const { body } = await api.sdk('GET', `/api/campaigns/${id}`)
    expect(body.start_date <= body.end_date).toBe(true)
  })

  it('shows in the links of the campaign at their next read', async () => {
    const { id } = await make({ utm_source: 'old' })
    const link = await api.sdk('POST', '/api/links', {
      body: { actual_url: 'https://example.com/', campaign_id: id },
    })
    await api.sdk('PUT', `/api/campaigns/${id}`, { body: { name: 'New', utm_source: 'new' } })
    expect((await api.sdk('GET', `/api/links/${link.body.code}`)).body.campaign_name).toBe('New')
    const visit = await api.visit('GET', `/${link.body.code}`)
    expect(visit.headers.location).toBe('https://example.com/?utm_source=new')
  })

  it('changes no other project’s', async () => {
    const { id } = await make()
    const answer = await api.sdk('PUT', `/api/campaigns/${id}`, {
      key: api.otherProject.key,
      body: { name: 'Taken' },
    })
    expect(answer.status).toBe(404)
    expect((await api.sdk('GET', `/api/campaigns/${id}`)).body.name).toBe('Spring')
  })
})

describe('DELETE /api/campaigns/{id}', () => {
  it('deletes permanently: a second call gets 404', async () => {
    const { id } = await make()
    const path = `/api/campaigns/${id}`
    const deleted = await api.request('DELETE', path)
    expect([deleted.status, deleted.body]).toEqual([200, { id, deleted: true }])
    for (const [method, at] of [
      ['DELETE', path],
      ['GET', path],
      ['GET', `${path}/stats`],
    ] as const)
      expect([method, (await api.request(method, at)).status]).toEqual([method, 404])
    expect((await api.request('PUT', path, { body: { name: 'x' } })).status).toBe(404)
    const row = await api.database.prisma.campaign.findUniqueOrThrow({ where: { id } })
    expect(row.deletedAt).toBeInstanceOf(Date)
    expect((await audits(id)).at(-1)).toMatchObject({ action: 'campaign.delete' })
  })

  it('keeps its links active, without its name and UTM, with their history', async () => {
    const { id } = await make({ utm_source: 'campaign' })
    const body = { actual_url: 'https://example.com/', campaign_id: id, utm_source: 'link' }
    const link = (await api.sdk('POST', '/api/links', { body })).body
    await api.visit('GET', `/${link.code}`)
    await api.request('DELETE', `/api/campaigns/${id}`)
    expect((await api.sdk('GET', `/api/links/${link.code}`)).body).toMatchObject({
      id: link.id,
      campaign_id: null,
      campaign_name: null,
      utm_source: 'link',
    })
    // Other processes are notified, and this one too.
    await waitFor(
      async () =>
        (await api.visit('HEAD', `/${link.code}`)).headers.location ===
        'https://example.com/?utm_source=link',
      { what: 'the link host to have heard' },
    )
    const where = { linkId: link.id as number, uncountedReason: null }
    expect(await api.database.prisma.click.findMany({ where })).toMatchObject([{ campaignId: id }])
    await untilCounted(api.database)
    expect(
      await api.database.prisma.campaignClicks.findMany({ where: { campaignId: id } }),
    ).toMatchObject([{ clicks: 1n }])
  })

  it('is absent from later installs', async () => {
    const { id } = await make({ utm_source: 'campaign' })
    const { link: makeLink, click, token } = seed(api)
    const link = await makeLink({ campaignId: id, utmSource: 'link' })
    const clickId = await click(link.id)
    await api.request('DELETE', `/api/campaigns/${id}`)
    const { body } = await api.sdk('POST', '/api/attribution/installs', {
      body: {
        install_id: randomUUID(),
        platform: 'android',
        install_referrer: `click_token=${token(clickId)}`,
      },
    })
    expect(body).toMatchObject({
      matched: true,
      link: { campaign_id: null, campaign_name: null },
      attribution: { campaign_id: null, campaign_name: null, utm_source: 'link' },
    })
  })

  it('archives with only the key', async () => {
    const { id } = await make({ status: 'active' })
    const answer = await api.sdk('DELETE', `/api/campaigns/${id}`)
    expect([answer.status, answer.body]).toEqual([200, { id, deleted: true }])
    const after = await api.sdk('GET', `/api/campaigns/${id}`)
    expect([after.status, after.body.status]).toEqual([200, 'archived'])
    expect((await audits(id)).at(-1)).toMatchObject({ action: 'campaign.archive', actor: 'sdk' })
  })

  it('deletes no other project’s', async () => {
    const { id } = await make()
    const { key, token } = api.otherProject
    expect((await api.request('DELETE', `/api/campaigns/${id}`, { key, token })).status).toBe(404)
    expect((await api.sdk('GET', `/api/campaigns/${id}`)).status).toBe(200)
  })
})

describe('with sdk_writes own', () => {
  const setWrites = (sdk_writes: string) =>
    api.request('PUT', '/api/project', { body: { sdk_writes } })
  beforeAll(() => setWrites('own'))
  afterAll(() => setWrites('all'))
  const rowOf = (id: number) => api.database.prisma.campaign.findUniqueOrThrow({ where: { id } })
  const write = (id: number, token: string | null) =>
    api.sdk('PUT', `/api/campaigns/${id}`, { token, body: { name: 'Changed' } })

  it('lets the key change and delete only campaigns that it created', async () => {
    const admins = (await api.request('POST', '/api/campaigns', { body: { name: 'Kept' } })).body.id
    const before = await rowOf(admins)
    const refused = [await write(admins, null), await api.sdk('DELETE', `/api/campaigns/${admins}`)]
    for (const { status, body } of refused)
      expect([status, body.code]).toEqual([403, 'not_created_by_sdk'])
    expect(await rowOf(admins)).toEqual(before)
    expect((await audits(admins)).map(({ action }) => action)).toEqual(['campaign.create'])
    expect((await write(admins, api.project.token)).status).toBe(200)

    const own = (await api.sdk('POST', '/api/campaigns', { body: { name: 'Own' } })).body.id
    expect((await write(own, null)).status).toBe(200)
    expect((await api.sdk('DELETE', `/api/campaigns/${own}`)).status).toBe(200)
    expect(await rowOf(own)).toMatchObject({ name: 'Changed', status: 'archived' })
  })

  it('treats another project’s campaign as missing, and does not limit another project', async () => {
    const { key } = api.otherProject
    const created = { key, token: api.otherProject.token, body: { name: 'Elsewhere' } }
    const { id } = (await api.request('POST', '/api/campaigns', created)).body
    expect((await write(id, null)).status).toBe(404)
    const changed = await api.sdk('PUT', `/api/campaigns/${id}`, { key, body: { name: 'New' } })
    expect(changed.status).toBe(200)
  })
})

describe('GET /api/campaigns/{id}/stats', () => {
  const DAY_MS = 86_400_000
  const dayOf = (ago: number) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10)

  async function seedClicks(campaignId: number, clicks: [quarter: string, clicks: bigint][]) {
    await api.database.prisma.campaignClicks.createMany({
      data: clicks.map(([quarter, count]) => ({
        campaignId,
        projectId: api.project.id,
        quarter: new Date(quarter),
        clicks: count,
        uniques: count - 1n,
      })),
    })
  }

  async function seedInstall(campaignId: number, attributedAt: Date) {
    const ids = { id: randomUUID(), installId: randomUUID(), clickId: randomUUID() }
    await api.database.prisma.attribution.create({
      data: {
        ...ids,
        projectId: api.project.id,
        linkId: 1,
        campaignId,
        matchType: 'referrer',
        confidence: 1,
        payload: '{}',
        attributedAt,
      },
    })
  }

  it('counts the requested days, in UTC, with zeros', async () => {
    const { id } = await make()
    const other = await make()
    await seedClicks(id, [
      [`${dayOf(0)}T00:00:00Z`, 2n],
      [`${dayOf(2)}T00:00:00Z`, 3n],
      [`${dayOf(2)}T23:45:00Z`, 4n],
      [`${dayOf(3)}T23:45:00Z`, 100n],
    ])
    await seedClicks(other.id, [[`${dayOf(0)}T00:00:00Z`, 50n]])
    await seedInstall(id, new Date(`${dayOf(1)}T12:00:00Z`))
    await seedInstall(id, new Date(`${dayOf(3)}T12:00:00Z`))
    await seedInstall(other.id, new Date(`${dayOf(1)}T12:00:00Z`))
    const { status, body } = await api.sdk('GET', `/api/campaigns/${id}/stats?days=3`)
    expect(status).toBe(200)
    expect(body).toEqual({
      from: dayOf(2),
      to: dayOf(0),
      tz: 'UTC',
      total_clicks: 9,
      conversion: 0.1111,
      unique_clicks: 6,
      daily_uniques: 6,
      clicks_per_day: [
        { date: dayOf(2), count: 7, uniques: 5 },
        { date: dayOf(1), count: 0, uniques: 0 },
        { date: dayOf(0), count: 2, uniques: 1 },
      ],
      installs: 1,
      installs_per_day: [
        { date: dayOf(2), count: 0 },
        { date: dayOf(1), count: 1 },
        { date: dayOf(0), count: 0 },
      ],
    })
  })

  it('starts with thirty days, up to a year', async () => {
    const { id } = await make()
    const path = `/api/campaigns/${id}/stats`
    const usual = await api.sdk('GET', path)
    expect(usual.body).toMatchObject({ total_clicks: 0, unique_clicks: 0, installs: 0 })
    expect(usual.body.clicks_per_day).toHaveLength(30)
    const year = (await api.sdk('GET', `${path}?days=365`)).body.clicks_per_day
    expect(year).toHaveLength(365)
    expect([year[0].date, year[364].date]).toEqual([dayOf(364), dayOf(0)])
  })

  it.each(['0', '366', '-1', 'x', '1.5', ''])('rejects days=%s', async (days) => {
    const { id } = await make()
    const refused = await api.sdk('GET', `/api/campaigns/${id}/stats?days=${days}`)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['days']])
  })

  it('excludes other projects', async () => {
    const { id } = await make()
    const { key } = api.otherProject
    expect((await api.sdk('GET', `/api/campaigns/${id}/stats`, { key })).status).toBe(404)
  })
})
