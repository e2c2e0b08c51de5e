import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { FINGERPRINT, seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let matchedId: string
let campaignId: number
const CODE = 'INSTALLS'

beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1', COUNTRY_HEADER: 'x-country' } })
  const { link, click, campaign, token } = seed(api)
  campaignId = (await campaign()).id
  const { id } = await link({ code: CODE, campaignId })
  const clickId = await click(id)
  matchedId = await report('DE', { install_referrer: `click_token=${token(clickId)}` })
  await report('FR', { platform: 'ios', device: { os_version: '17.4' }, sdk_version: 'js 1.2.3' })
  await report('FR', { platform: 'ios', device: { os_version: '17' }, fingerprint: FINGERPRINT })
  await report('FR', { platform: 'ios', device: { os_version: '171' } })
  await report('US', { test: true })
})
afterAll(() => api.close())

async function report(country: string, more: Record<string, unknown>): Promise<string> {
  const body = { install_id: randomUUID(), platform: 'android', ...more }
  const headers = { 'x-country': country, 'x-forwarded-for': '203.0.113.5' }
  return (await api.sdk('POST', '/api/attribution/installs', { body, headers })).body.install_id
}

const list = async (query = '') => (await api.request('GET', `/api/installs?${query}`)).body

describe('GET /api/installs', () => {
  it('lists all installs, newest first, with result and reason', async () => {
    const body = await list()
    expect(body).toMatchObject({ total: 5, has_more: false, next_cursor: null })
    expect((body.data as { country: string }[]).map((one) => one.country)).toEqual([
      'US',
      'FR',
      'FR',
      'FR',
      'DE',
    ])
    expect((body.data as unknown[]).at(-1)).toMatchObject({
      install_id: matchedId,
      platform: 'android',
      country: 'DE',
      matched: true,
      code: CODE,
      match_type: 'referrer',
      confidence: 1,
      reason: null,
      test: false,
      sdk_version: null,
    })
    expect(body.data[3]).toMatchObject({
      platform: 'ios',
      os_version: '17.4',
      sdk_version: 'js 1.2.3',
      matched: false,
      match_type: null,
      reason: 'no_candidate',
      code: null,
      attribution_id: null,
    })
  })

  it.each([
    ['matched=true', 1],
    ['matched=false', 4],
    ['reason=no_candidate', 4],
    ['reason=ambiguous', 0],
    ['match_type=referrer', 1],
    ['match_type=fingerprint', 0],
    ['platform=ios', 3],
    ['country=FR', 3],
    ['os_version=17', 2],
    ['os_version=17.4', 1],
    ['os_version=%25', 0],
    ['sdk_version=js%201.2.3', 1],
    [`link=${CODE}`, 1],
    ['link=OTHER', 0],
    ['test=true', 1],
    ['test=false', 4],
    ['from=2020-01-01T00:00:00Z', 5],
    ['to=2020-01-01T00:00:00Z', 0],
    [`fingerprint=${encodeURIComponent(FINGERPRINT)}`, 1],
    ['fingerprint=nothing', 0],
    ['country=FR&os_version=17&matched=false', 2],
  ])('returns installs for %s: %i', async (query, count) => {
    const { data, total } = await list(query)
    expect([data.length, total]).toEqual([count, count])
  })

  it('finds the installs of a campaign', async () => {
    expect((await list(`campaign=${campaignId}`)).data).toHaveLength(1)
    expect((await list('campaign=2147483647')).data).toHaveLength(0)
  })

  it('pages by cursor, each install once, also with equal times', async () => {
    const { prisma } = api.database
    await prisma.install.updateMany({ data: { decidedAt: new Date('2026-03-01') } })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const page = await list(`limit=2${cursor === null ? '' : `&cursor=${cursor}`}`)
      expect('total' in page).toBe(cursor === null)
      seen.push(...(page.data as { install_id: string }[]).map((one) => one.install_id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect([seen.length, new Set(seen).size]).toEqual([5, 5])
  })

  it('rejects a cursor of another list', async () => {
    const cursor = Buffer.from(randomUUID()).toString('base64url')
    const { status, body } = await api.request('GET', `/api/installs?cursor=${cursor}`)
    expect([status, Object.keys(body.errors)]).toEqual([422, ['cursor']])
  })

  it('counts up to ten thousand', async () => {
    await api.database.prisma.install.createMany({
      data: Array.from({ length: 9_996 }, () => ({
        projectId: api.project.id,
        installId: randomUUID(),
        platform: 'ios',
        isMatched: false,
        decidedAt: new Date('2026-02-01'),
      })),
    })
    expect(await list('limit=1')).toMatchObject({ total: 10_000, has_more: true })
    expect(await list('limit=1&platform=ios')).toMatchObject({ total: 9_999, has_more: false })
  })

  it('returns nothing to another project, and no erased install', async () => {
    const { key, token } = api.otherProject
    const other = await api.request('GET', '/api/installs', { key, token })
    expect(other.body).toMatchObject({ data: [], total: 0 })
    await api.request('POST', '/api/erasures', { body: { install_id: matchedId } })
    expect((await list('country=DE')).data).toEqual([])
    const row = await api.database.prisma.install.findFirst({ where: { installId: matchedId } })
    expect(row).toMatchObject({ country: null, osVersion: null, sdkVersion: null })
  })
})
