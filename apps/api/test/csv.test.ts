import { get } from 'node:http'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { seed } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let linkId: number
let campaignId: number

beforeAll(async () => {
  api = await startTestApi()
  campaignId = (await seed(api).campaign()).id
  const body = {
    actual_url: 'https://a.example/',
    code: 'FIRST',
    campaign_id: campaignId,
    name: '=HYPERLINK("https://evil.example")',
    tags: ['a', 'b'],
  }
  linkId = (await api.request('POST', '/api/links', { body })).body.id
})
afterAll(() => api.close())

const csv = (path: string, options = {}) => api.request('GET', path, options)
const linesOf = (text: string) => text.trimEnd().split('\r\n')

async function addClicks(count: number): Promise<void> {
  await api.database.prisma.click.createMany({
    data: Array.from({ length: count }, () => ({
      id: newUuidV7(),
      projectId: api.project.id,
      linkId,
      source: 'link_host',
      platform: 'ios',
      referer: 'https://a.example/x',
      params: { utm_source: '@cmd' },
    })),
  })
}

describe('format=csv', () => {
  it('returns links as a file in which no spreadsheet runs formulas', async () => {
    const { status, headers, text } = await csv('/api/links?format=csv')
    expect([status, headers['content-type'], headers['content-disposition']]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'attachment; filename="links.csv"',
    ])
    expect(headers['cache-control']).toBe('no-store')
    const [header, line] = linesOf(text)
    expect(header).toMatch(/^id,code,short_url,actual_url,name,/)
    expect(line).toContain(`"'=HYPERLINK(""https://evil.example"")"`)
    expect(line).toContain('"a, b"')
  })

  it.each([
    ['/api/installs', 'install_id,platform,country'],
    ['/api/deliveries', 'id,webhook_id,event_id'],
    ['/api/clicks', 'id,code,link_id'],
    ['/api/links/FIRST/stats', 'date,clicks,daily_uniques,installs'],
    ['/api/links/FIRST/stats?group_by=os', 'value,clicks,installs,conversion'],
  ])('returns %s with a header', async (path, header) => {
    const { status, text } = await csv(`${path}${path.includes('?') ? '&' : '?'}format=csv`)
    expect([status, text.startsWith(header)]).toEqual([200, true])
  })

  it('returns the days of a campaign', async () => {
    const { text } = await csv(`/api/campaigns/${campaignId}/stats?format=csv&days=3`)
    expect(linesOf(text)).toHaveLength(4)
  })

  it('returns every item of all pages once, with the filters of the list', async () => {
    await addClicks(2_500)
    const { text } = await csv('/api/clicks?format=csv&limit=1')
    const lines = linesOf(text)
    expect(lines).toHaveLength(2_501)
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2_501)
    expect(lines[1]).toContain(",a.example,'@cmd,")
    const none = await csv('/api/clicks?format=csv&platform=android')
    expect(linesOf(none.text)).toHaveLength(1)
  })

  it('returns nothing of another project', async () => {
    const { key, token } = api.otherProject
    const { text } = await csv('/api/clicks?format=csv', { key, token })
    expect(linesOf(text)).toHaveLength(1)
  })

  it('rejects other formats', async () => {
    const { status, body } = await csv('/api/links?format=xml')
    expect([status, Object.keys(body.errors)]).toEqual([422, ['format']])
  })

  it('sends only headers for HEAD', async () => {
    const { status, text } = await api.request('HEAD', '/api/clicks?format=csv')
    expect([status, text]).toEqual([200, ''])
  })

  it('stops reading when the client disconnects, and serves others meanwhile', async () => {
    await addClicks(5_000)
    const headers = {
      'x-project-key': api.project.key,
      authorization: `Bearer ${api.project.token}`,
    }
    await new Promise<void>((resolve, reject) => {
      const request = get(`${api.url}/api/clicks?format=csv`, { headers }, (response) => {
        response.once('data', () => {
          response.destroy()
          resolve()
        })
      })
      request.on('error', reject)
    })
    expect((await api.request('GET', '/api/clicks?limit=1')).status).toBe(200)
    expect(api.logs.lines().filter(({ level }) => Number(level) >= 50)).toEqual([])
  })
})

describe('GET /api/clicks', () => {
  const list = async (query: string) => (await api.request('GET', `/api/clicks?${query}`)).body

  it('shows a click without its address', async () => {
    await api.visit('GET', '/FIRST?utm_source=mail', {
      headers: { referer: 'https://www.a.example/x', 'user-agent': 'Mozilla/5.0 Firefox/126.0' },
    })
    const [newest] = (await list('limit=1')).data
    expect(newest).toMatchObject({
      code: 'FIRST',
      link_id: linkId,
      campaign_id: campaignId,
      recorded_by: 'link_host',
      referrer: 'a.example',
      utm_source: 'mail',
      uncounted_reason: null,
      claimed: false,
      browser: 'Firefox',
    })
    expect(JSON.stringify(newest)).not.toMatch(/127\.0\.0\.1|hash/)
  })

  it('filters and reads on', async () => {
    expect((await list('link=FIRST&counted=true&claimed=false&limit=3')).data).toHaveLength(3)
    expect((await list('link=NONE')).data).toEqual([])
    expect((await list('to=2020-01-01T00:00:00Z')).data).toEqual([])
    const first = await list('limit=2')
    const second = await list(`limit=2&cursor=${first.next_cursor}`)
    expect(second.data[0].id < first.data[1].id).toBe(true)
  })
})
