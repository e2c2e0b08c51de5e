import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import QRCode from 'qrcode'
import { drawPng } from '../src/features/links/qr-png.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let linkId: number
beforeAll(async () => {
  api = await startTestApi()
  linkId = await makeLink('counted')
  await writeClicks(linkId, [
    // 28 February in New York, 1 March in UTC.
    ['2026-03-01T04:45:00Z', 3, 2],
    ['2026-03-01T05:00:00Z', 5, 1],
    ['2026-03-03T23:45:00Z', 7, 7],
    ['2026-03-04T00:00:00Z', 100, 9],
  ])
  const other = await makeLink('other')
  await writeClicks(other, [['2026-03-01T05:00:00Z', 1_000, 1_000]])
})
afterAll(() => api.close())

async function makeLink(code: string, columns: Record<string, unknown> = {}): Promise<number> {
  const data = { projectId: api.project.id, actualUrl: 'https://a.example/', code, ...columns }
  return (await api.database.prisma.link.create({ data })).id
}

function writeClicks(id: number, quarters: [quarter: string, clicks: number, uniques: number][]) {
  return api.database.prisma.linkClicks.createMany({
    data: quarters.map(([quarter, clicks, uniques]) => ({
      linkId: id,
      projectId: api.project.id,
      quarter: new Date(quarter),
      clicks,
      uniques,
    })),
  })
}

const stats = (query: string, code = 'counted') =>
  api.request('GET', `/api/links/${code}/stats?${query}`)
const day = (date: string, count = 0, uniques = 0) => ({ date, count, uniques })

describe('GET /api/links/{code}/stats', () => {
  it('counts UTC days, both ends and zeros included', async () => {
    const { status, body } = await stats('from=2026-02-28&to=2026-03-03')
    expect([status, body]).toEqual([
      200,
      {
        from: '2026-02-28',
        to: '2026-03-03',
        tz: 'UTC',
        total_clicks: 15,
        unique_clicks: 10,
        daily_uniques: 10,
        installs: 0,
        conversion: 0,
        clicks_per_day: [
          day('2026-02-28'),
          day('2026-03-01', 8, 3),
          day('2026-03-02'),
          day('2026-03-03', 7, 7),
        ],
        installs_per_day: ['2026-02-28', '2026-03-01', '2026-03-02', '2026-03-03'].map((date) => ({
          date,
          count: 0,
        })),
      },
    ])
  })

  it.each([
    ['America/New_York', [day('2026-02-28', 3, 2), day('2026-03-01', 5, 1), day('2026-03-02')]],
    ['Asia/Kathmandu', [day('2026-02-28'), day('2026-03-01', 8, 3), day('2026-03-02')]],
  ])('counts days of %s', async (tz, days) => {
    const { body } = await stats(`from=2026-02-28&to=2026-03-02&tz=${tz}`)
    expect(body).toMatchObject({ tz, clicks_per_day: days })
  })

  it('follows the local time of the time zone', async () => {
    const id = await makeLink('clocks')
    await writeClicks(id, [
      ['2026-03-28T22:45:00Z', 1, 1],
      ['2026-03-28T23:00:00Z', 2, 1],
      ['2026-03-29T21:45:00Z', 4, 1],
      ['2026-03-29T22:00:00Z', 8, 1],
    ])
    const { body } = await stats('from=2026-03-28&to=2026-03-30&tz=Europe%2FBerlin', 'clocks')
    const days = body.clicks_per_day as { count: number }[]
    expect(days.map(({ count }) => count)).toEqual([1, 6, 8])
  })

  it('counts the last 30 days by default, today included', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const id = await makeLink('recent')
    await writeClicks(id, [[`${today}T00:00:00Z`, 2, 1]])
    const { body } = await stats('', 'recent')
    expect(body.clicks_per_day).toHaveLength(30)
    expect(body.clicks_per_day[29]).toEqual(day(today, 2, 1))
    expect((await stats('days=1', 'recent')).body.clicks_per_day).toEqual([day(today, 2, 1)])
    expect((await stats('days=365', 'recent')).body.clicks_per_day).toHaveLength(365)
    expect((await stats(`from=${today}`, 'recent')).body.total_clicks).toBe(2)
    const back = await stats('days=2&to=2026-03-04')
    expect(back.body.clicks_per_day).toEqual([day('2026-03-03', 7, 7), day('2026-03-04', 100, 9)])
  })

  // The two are 25 hours apart, so at any time one of them has another date than UTC.
  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    "ends with today's date in %s",
    async (tz) => {
      const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: tz }).format(new Date())
      const before = today()
      const { body } = await stats(`days=2&tz=${tz}`)
      expect([before, today()]).toContain(body.to)
      expect((body.clicks_per_day as { date: string }[]).at(-1)?.date).toBe(body.to)
    },
  )

  it('includes archived and expired links', async () => {
    for (const [code, columns] of Object.entries({
      archived: { archivedAt: new Date() },
      expired: { expiresAt: new Date('2020-01-01') },
    })) {
      await writeClicks(await makeLink(code, columns), [['2026-03-01T05:00:00Z', 4, 3]])
      const { status, body } = await stats('from=2026-03-01&to=2026-03-01', code)
      expect([code, status, body.total_clicks]).toEqual([code, 200, 4])
    }
  })

  it.each([
    ['days=0', 'days'],
    ['days=366', 'days'],
    ['days=x', 'days'],
    ['days=7&from=2026-03-01', 'days'],
    ['from=2026-03-02&to=2026-03-01', 'from'],
    ['from=9990-01-01', 'from'],
    ['from=2025-01-01&to=2026-01-02', 'from'],
    ['from=2026-02-30', 'from'],
    ['to=0000-01-01', 'to'],
    ['to=2026-03-01T00:00:00Z', 'to'],
    ['tz=Mars%2FOlympus', 'tz'],
    ['tz=', 'tz'],
    ['tz=%2B01:00', 'tz'],
    ['tz=%00', 'tz'],
  ])('rejects %s', async (query, field) => {
    const { status, body } = await stats(query)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })

  it('reports the earliest possible first day', async () => {
    const refused = await stats('from=2025-01-01&to=2026-01-02')
    expect(refused.body.errors.from).toEqual(['must be at most 365 days before to'])
    const today = new Date().toISOString().slice(0, 10)
    expect((await stats('from=2020-01-01')).body.errors.from).toEqual([
      'must be at most 365 days before today',
    ])
    const before = (days: number) =>
      new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)
    expect((await stats(`from=${before(365)}&to=${today}`)).status).toBe(200)
    expect((await stats(`from=${before(366)}&to=${today}`)).status).toBe(422)
  })

  it('includes all days of a leap year', async () => {
    const { status, body } = await stats('from=2024-01-01&to=2024-12-31&tz=Pacific%2FApia')
    expect([status, body.clicks_per_day.length]).toEqual([200, 366])
  })

  it('reads one range of one index', async () => {
    const plan = await api.database.pool.query<{ 'QUERY PLAN': string }>(
      `SET enable_seqscan = off; EXPLAIN SELECT sum(clicks) FROM link_clicks
       WHERE link_id = ${linkId} AND quarter >= '2026-03-01' AND quarter < '2026-04-01'`,
    )
    // Two statements return two results.
    const rows = (plan as unknown as (typeof plan)[])[1]?.rows.map((row) => row['QUERY PLAN'])
    expect(rows?.join('\n')).toMatch(/Index Cond: .*link_id = \d+.*quarter >= .*quarter < /)
  })

  it('excludes other projects', async () => {
    const { key, token } = api.otherProject
    const theirs = await api.request('GET', '/api/links/counted/stats', { key, token })
    expect(theirs.status).toBe(404)
    expect((await stats('', 'nothing')).status).toBe(404)
  })
})

describe('GET /api/links/{code}/qr', () => {
  const qr = async (query = '', code = 'counted') => {
    const { key, token } = api.project
    const answer = await fetch(`${api.url}/api/links/${code}/qr${query}`, {
      headers: { 'x-project-key': key, authorization: `Bearer ${token}` },
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    return { status: answer.status, headers: Object.fromEntries(answer.headers), bytes }
  }

  it('draws an SVG by default', async () => {
    const { status, headers, bytes } = await qr()
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, max-age=86400',
      vary: 'x-project-key, Authorization',
    })
    const text = bytes.toString()
    expect(text).toMatch(/^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/)
    expect(text).not.toMatch(/<script|href/)
    expect((await qr('?size=300')).bytes.toString()).toContain('width="300"')
  })

  it('draws a PNG of the requested size', async () => {
    for (const [query, size] of [
      ['', 512],
      ['&size=100', 100],
      ['&size=2000', 2000],
    ] as const) {
      const { headers, bytes } = await qr(`?format=png${query}`)
      expect(headers['content-type']).toBe('image/png')
      expect(bytes.subarray(0, 8).toString('latin1')).toBe('\x89PNG\r\n\x1a\n')
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([size, size])
    }
  })

  it('encodes the short URL, at level M, with the requested margin', async () => {
    const url = (await api.sdk('GET', '/api/links/counted')).body.short_url as string
    const { modules } = QRCode.create(url, { errorCorrectionLevel: 'M' })
    const { bytes } = await qr('?margin=0')
    expect(bytes.toString()).toContain(`viewBox="0 0 ${modules.size} ${modules.size}"`)
    expect((await qr('?margin=4')).bytes).toEqual((await qr()).bytes)
    const expected = await QRCode.toString(url, {
      type: 'svg',
      margin: 0,
      errorCorrectionLevel: 'M',
    })
    expect(bytes.toString()).toBe(expected)
    const png = (await qr('?format=png&size=300&margin=2')).bytes
    expect(png).toEqual(drawPng(modules, { sizePx: 300, margin: 2 }))
  })

  it('draws the code of an expired link, but not of an archived one', async () => {
    expect((await qr('', 'expired')).status).toBe(200)
    expect((await qr('', 'archived')).status).toBe(410)
    expect((await qr('', 'nothing')).status).toBe(404)
  })

  it.each(['format=gif', 'size=99', 'size=2001', 'size=1.5', 'margin=-1', 'margin=21'])(
    'rejects %s',
    async (query) => {
      const refused = await api.request('GET', `/api/links/counted/qr?${query}`)
      expect([refused.status, Object.keys(refused.body.errors)]).toEqual([
        422,
        [query.split('=')[0]],
      ])
    },
  )
})
