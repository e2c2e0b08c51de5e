import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { rollUpDimensions } from '@throughline/db/clicks/roll-up-dimensions'
import { countAttempts } from '@throughline/db/deliveries/count-attempts'
import { seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
let code: string
let linkId: number
let campaignId: number
const clickIds: string[] = []

const HEADERS = { 'x-country': 'DE', referer: 'https://www.instagram.com/p/1' }

beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1', COUNTRY_HEADER: 'x-country' } })
  const campaign = { name: 'Spring', utm_source: 'newsletter' }
  campaignId = (await api.request('POST', '/api/campaigns', { body: campaign })).body.id
  const link = { actual_url: 'https://a.example/', campaign_id: campaignId, name: 'First' }
  const made = await api.request('POST', '/api/links', { body: link })
  code = made.body.code
  linkId = made.body.id
  const visit = (agent: string, headers: Record<string, string>, query = '') =>
    api.visit('GET', `/${code}${query}`, { headers: { 'user-agent': agent, ...headers } })
  await visit(AGENTS.iphone, HEADERS)
  await visit(AGENTS.instagram, HEADERS)
  await visit(AGENTS.androidFirefox, { 'x-country': 'FR' }, '?utm_source=ignored')
  await visit(AGENTS.desktop, {})
  await visit(AGENTS.googlebot, HEADERS)
  const clicks = await api.database.prisma.click.findMany({ where: { uncountedReason: null } })
  clickIds.push(...clicks.map(({ id }) => id).sort())
  await install({ install_referrer: `click_token=${seed(api).token(clickIds[2] ?? '')}` })
  await install({ device: { os_version: '13.1' }, install_referrer: 'utm_source=elsewhere' })
  await install({ test: true })
  await untilCounted(api.database)
  while ((await rollUpDimensions(api.database)) > 0);
})
afterAll(() => api.close())

function install(more: Record<string, unknown>) {
  const body = { install_id: randomUUID(), platform: 'android', ...more }
  return api.sdk('POST', '/api/attribution/installs', { body, headers: { 'x-country': 'US' } })
}

const overview = async (query = 'days=1', options = {}) =>
  (await api.request('GET', `/api/overview?${query}`, options)).body
const row = (value: string, clicks: number, installs = 0, attributed = 0) => ({
  value,
  clicks,
  installs,
  attributed,
})

function sumOf(rows: Record<string, unknown>[], figure: string): number {
  return rows.reduce((sum, row) => sum + Number(row[figure]), 0)
}

describe('GET /api/overview', () => {
  it('counts clicks, installs and matches, and where they come from', async () => {
    expect(await overview()).toMatchObject({
      clicks: 4,
      installs: 2,
      attributed: 1,
      match_rate: 0.5,
      previous: null,
      outcomes: [
        { outcome: 'other_source', installs: 1 },
        { outcome: 'referrer', installs: 1 },
      ],
      top_links: [{ link_id: linkId, code, name: 'First', clicks: 4, attributed: 1 }],
      top_campaigns: [{ campaign_id: campaignId, name: 'Spring', clicks: 4, attributed: 1 }],
      countries: [row('DE', 2), row('FR', 1, 1, 1), row('US', 0, 1), row('unknown', 1)],
      platforms: [row('ios', 2), row('android', 1, 2, 1), row('desktop', 1)],
      os: [
        row('Android 14', 1, 1, 1),
        row('Windows', 1),
        row('iOS 17', 1),
        row('Android 13', 0, 1),
        row('unknown', 1),
      ],
      browsers: expect.arrayContaining([
        row('Safari', 1),
        row('instagram (in-app)', 1),
        row('Firefox', 1, 1, 1),
        row('Chrome', 1),
        row('unknown', 0, 1),
      ]),
      referrers: [row('instagram.com', 2), row('unknown', 2, 2, 1)],
      sources: [row('newsletter', 4, 1, 1), row('elsewhere', 0, 1)],
    })
  })

  const LISTS = ['countries', 'platforms', 'os', 'browsers', 'referrers', 'sources']
  it.each(LISTS)('has %s that add up to the totals', async (list) => {
    const body = await overview('days=30')
    for (const figure of ['clicks', 'installs', 'attributed']) {
      const sum = sumOf(body[list], figure)
      expect([figure, sum]).toEqual([figure, body[figure]])
    }
  })

  it('draws two days by hour and more by day, which add up to the totals', async () => {
    for (const [query, interval, length] of [
      ['days=1', 'hour', 24],
      ['days=2', 'hour', 48],
      ['days=30', 'day', 30],
    ] as const) {
      const body = await overview(query)
      expect([body.interval, body.series.length]).toEqual([interval, length])
      const sum = sumOf(body.series, 'clicks')
      expect(sum).toBe(body.clicks)
    }
  })

  it('compares with the days before', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    expect(await overview(`from=${tomorrow}&to=${tomorrow}&compare=true`)).toMatchObject({
      clicks: 0,
      installs: 0,
      match_rate: null,
      countries: [],
      top_links: [],
      previous: { from: today, to: today, clicks: 4, installs: 2, attributed: 1, match_rate: 0.5 },
    })
  })

  it('rounds the days of half-hour zones to hours, and says so', async () => {
    const zoned = (tz: string) => overview(`days=7&tz=${encodeURIComponent(tz)}`)
    expect(await zoned('Asia/Kolkata')).toMatchObject({ clicks: 4, is_rounded: true })
    expect(await zoned('Asia/Tokyo')).toMatchObject({ clicks: 4, is_rounded: false })
    expect((await zoned('UTC')).dimensions_since).toMatch(/^\d{4}-.*Z$/)
  })

  it('returns none of these to another project', async () => {
    const { key, token } = api.otherProject
    expect(await overview('days=30', { key, token })).toMatchObject({
      clicks: 0,
      installs: 0,
      attributed: 0,
      outcomes: [],
      top_links: [],
      countries: [],
    })
  })

  it('counts attempts by outcome, and how long they took', async () => {
    const { prisma } = api.database
    const projectId = api.project.id
    const hook = await prisma.webhook.create({
      data: { projectId, url: 'https://a.example/', events: ['install_attributed'] },
    })
    const before = Date.now() - 300_000
    const idAt = (ms: number) => {
      const hex = ms.toString(16).padStart(12, '0')
      return `${hex.slice(0, 8)}-${hex.slice(8)}${newUuidV7().slice(13)}`
    }
    const deliveryId = newUuidV7()
    await prisma.delivery.create({
      data: {
        id: deliveryId,
        projectId,
        webhookId: hook.id,
        eventId: newUuidV7(),
        event: 'install_attributed',
        state: 'failed',
        trigger: 'auto',
      },
    })
    await prisma.deliveryAttempt.createMany({
      data: Array.from({ length: 100 }, (_, n) => ({
        id: idAt(before + n),
        projectId,
        deliveryId,
        number: 1,
        trigger: 'auto',
        startedAt: new Date(before),
        durationMs: n < 90 ? 40 : 2_000,
        url: 'https://a.example/',
        outcome: n < 97 ? 'succeeded' : 'failed',
      })),
    })
    for (let n = 0; n < 5; n += 1) await countAttempts(api.database, 60)
    // Until five minutes past midnight the attempts are of yesterday.
    const { deliveries } = await overview('days=2')
    expect(deliveries).toMatchObject({ succeeded: 97, failed_attempts: 3, failed: 1 })
    expect(deliveries.latency.p50_ms).toBeGreaterThanOrEqual(40)
    expect(deliveries.latency.p50_ms).toBeLessThanOrEqual(48)
    expect(deliveries.latency.p95_ms).toBeGreaterThanOrEqual(2_000)
    expect(deliveries.latency.p95_ms).toBeLessThanOrEqual(2_400)
    expect(Date.parse(deliveries.counted_until)).toBeGreaterThan(before + 100)
  })
})

describe('group_by of statistics', () => {
  const DIMENSIONS = ['country', 'platform', 'os', 'browser', 'referrer', 'source']
  it.each(DIMENSIONS)('%s adds up to the totals of the link and the campaign', async (by) => {
    for (const path of [`/api/links/${code}/stats`, `/api/campaigns/${campaignId}/stats`]) {
      const { status, body } = await api.request('GET', `${path}?days=7&group_by=${by}`)
      expect([status, body.groups.by]).toEqual([200, by])
      const sum = (figure: string) => sumOf(body.groups.data, figure)
      expect([sum('clicks'), sum('installs')]).toEqual([body.total_clicks, body.installs])
      expect(body.groups.total).toEqual({ clicks: 4, installs: 1 })
    }
  })

  it('has a conversion of each value, and of all', async () => {
    const { body } = await api.request('GET', `/api/links/${code}/stats?group_by=country`)
    expect(body).toMatchObject({ total_clicks: 4, installs: 1, conversion: 0.25 })
    expect(body.groups.data).toEqual([
      { value: 'DE', clicks: 2, installs: 0, conversion: 0 },
      { value: 'FR', clicks: 1, installs: 1, conversion: 1 },
      { value: 'unknown', clicks: 1, installs: 0, conversion: 0 },
    ])
  })

  it('counts clicks from before the dimensions as unknown', async () => {
    const made = await api.request('POST', '/api/links', {
      body: { actual_url: 'https://b.example/' },
    })
    await api.database.prisma.linkClicks.create({
      data: {
        linkId: made.body.id,
        projectId: api.project.id,
        clicks: 7,
        uniques: 5,
        quarter: new Date('2026-01-01T10:15:00Z'),
      },
    })
    const path = `/api/links/${made.body.code}/stats?from=2026-01-01&to=2026-01-01&group_by=os`
    const { body } = await api.request('GET', path)
    expect(body.groups.data).toEqual([{ value: 'unknown', clicks: 7, installs: 0, conversion: 0 }])
  })

  it('is rejected with only the key, which is public', async () => {
    const path = `/api/campaigns/${campaignId}/stats`
    expect((await api.sdk('GET', path)).status).toBe(200)
    const refused = await api.sdk('GET', `${path}?group_by=country`)
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  })

  it('includes the previous period on request', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const query = `from=${tomorrow}&to=${tomorrow}&compare=true`
    const { body } = await api.request('GET', `/api/links/${code}/stats?${query}`)
    expect(body).toMatchObject({
      total_clicks: 0,
      conversion: null,
      previous: { total_clicks: 4, installs: 1, conversion: 0.25 },
    })
  })
})
