import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'
import type { TestResponse } from './send-request.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.close())

const URL = 'https://shop.example.com/shoes'
let made = 0

const create = async (body: Record<string, unknown> = {}) => {
  const code = `link-${(made += 1)}`
  const answer = await api.request('POST', '/api/links', {
    body: { actual_url: URL, code, ...body },
  })
  expect(answer.status).toBe(201)
  return code
}
const change = (body: unknown) => api.request('POST', '/api/links/bulk-update', { body })
const row = (code: string) =>
  api.database.prisma.link.findFirstOrThrow({ where: { code, projectId: api.project.id } })
const shown = ({ body }: TestResponse) => body.data as Record<string, unknown>[]
const actionsOf = async (code: string) =>
  (
    await api.database.prisma.auditEntry.findMany({
      where: { target: `link:${(await row(code)).id}` },
      orderBy: { id: 'asc' },
    })
  ).map(({ action }) => action)

describe('POST /api/links/bulk-update', () => {
  it('archives and restores links, in the order given, and audits each', async () => {
    const [one, two, three] = [await create(), await create(), await create()]
    await api.request('DELETE', `/api/links/${two}`)
    const archived = await change({ codes: [three, two, one, three], archived: true })
    expect(archived.status).toBe(200)
    expect(shown(archived).map(({ code }) => code)).toEqual([three, two, one])
    expect(shown(archived).every((link) => link['archived_at'] !== null)).toBe(true)
    expect((await api.sdk('GET', `/api/links/${one}`)).status).toBe(410)
    expect(await actionsOf(one)).toEqual(['link.create', 'link.archive'])
    // It was archived already.
    expect((await row(two)).version).toBe(2)
    const restored = await change({ codes: [one, two], archived: false })
    expect(shown(restored).map((link) => link['archived_at'])).toEqual([null, null])
    expect((await api.sdk('GET', `/api/links/${two}`)).status).toBe(200)
    expect((await row(one)).version).toBe(3)
    expect((await row(three)).archivedAt).not.toBeNull()
  })

  it('adds and removes tags, each once', async () => {
    const [one, two] = [await create({ tags: ['a', 'draft'] }), await create({ tags: ['b', 'a'] })]
    const answer = await change({
      codes: [one, two],
      add_tags: ['a', 'sale'],
      remove_tags: ['draft'],
    })
    expect(shown(answer).map(({ tags }) => tags)).toEqual([
      ['a', 'sale'],
      ['b', 'a', 'sale'],
    ])
    const again = await change({ codes: [one, two], add_tags: ['sale'] })
    expect(shown(again).map(({ version }) => version)).toEqual([2, 2])
    expect(await actionsOf(one)).toEqual(['link.create', 'link.update'])
  })

  it('moves links to a campaign and out of it', async () => {
    const { prisma } = api.database
    const projectId = api.project.id
    const { id } = await prisma.campaign.create({ data: { projectId, name: 'Spring' } })
    const codes = [await create(), await create()]
    const moved = await change({ codes, campaign_id: id })
    expect(shown(moved).map((link) => link['campaign_name'])).toEqual(['Spring', 'Spring'])
    const out = await change({ codes, campaign_id: null })
    expect(shown(out).map((link) => link['campaign_id'])).toEqual([null, null])
    const foreign = await prisma.campaign.create({
      data: { projectId: api.otherProject.id, name: 'Theirs' },
    })
    const refused = await change({ codes, campaign_id: foreign.id })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['campaign_id']])
  })

  it('changes none if one cannot be changed', async () => {
    const [good, gone, full] = [
      await create(),
      await create(),
      await create({ tags: Array.from({ length: 50 }, (_, n) => `t${n}`) }),
    ]
    await api.request('DELETE', `/api/links/${gone}`)
    const projectId = api.otherProject.id
    await api.database.prisma.link.create({ data: { projectId, code: 'theirs', actualUrl: URL } })
    const refused = await change({ codes: [good, gone, full, 'theirs'], add_tags: ['new'] })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
      422,
      ['codes.1', 'codes.2', 'codes.3'],
    ])
    expect(await row(good)).toMatchObject({ tags: [], version: 1 })
  })

  it('needs links and something to change', async () => {
    const code = await create()
    for (const body of [
      { codes: [], archived: true },
      { codes: Array.from({ length: 101 }, (_, n) => `c${n}`), archived: true },
      { codes: [code] },
    ])
      expect((await change(body)).body.errors).toHaveProperty('codes')
    for (const [name, value] of [
      ['archived', null],
      ['add_tags', ['']],
      ['remove_tags', 'sale'],
    ] as const)
      expect((await change({ codes: [code], [name]: value })).body.errors).toHaveProperty(name)
  })
})
