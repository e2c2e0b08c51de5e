import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { postInstall, seed, type ClickOptions } from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' } })
  make = seed(api)
})
afterAll(() => api.close())
beforeEach(async () => {
  await api.database.prisma.attribution.deleteMany()
  await api.database.prisma.webhook.deleteMany()
})

interface Attributed {
  link?: Record<string, unknown>
  click?: ClickOptions
  body?: Record<string, unknown>
}

/** Creates an install that is attributed by its click token to a new link, over the API. */
async function attribute({ link: columns, click, body }: Attributed = {}) {
  const { prisma } = api.database
  const link = await make.link(columns)
  const clickId = await make.click(link.id, click)
  const installId = randomUUID()
  const install_referrer = `click_token=${make.token(clickId)}`
  await postInstall(api, { install_id: installId, install_referrer, ...body })
  const row = await prisma.attribution.findFirstOrThrow({ where: { installId } })
  return { id: row.id, row, link, clickId, installId }
}

const list = (query = '', options = {}) => api.request('GET', `/api/attributions${query}`, options)
const idsOf = (body: { data: { id: string }[] }) => body.data.map(({ id }) => id)

describe('GET /api/attributions', () => {
  it('lists the newest first, each with its frozen payload', async () => {
    const campaign = await make.campaign()
    const first = await attribute()
    const second = await attribute({ link: { campaignId: campaign.id } })
    const { status, body } = await list()
    expect(status).toBe(200)
    expect(idsOf(body)).toEqual([second.id, first.id])
    expect(body.next_cursor).toBeNull()
    expect(body.data[0]).toEqual({
      id: second.id,
      install_id: second.installId,
      platform: 'ios',
      match_type: 'referrer',
      confidence: 1,
      code: second.link.code,
      link_id: second.link.id,
      campaign_id: campaign.id,
      attributed_at: second.row.attributedAt.toISOString().replace('Z', '000Z'),
      payload: JSON.parse(second.row.payload) as unknown,
    })
    await api.database.prisma.campaign.update({
      where: { id: campaign.id },
      data: { name: 'Renamed' },
    })
    expect(JSON.stringify((await list()).body.data[0].payload)).toBe(second.row.payload)
  })

  it('pages through all without gaps or duplicates, also within one moment', async () => {
    const all = []
    for (let n = 0; n < 5; n += 1) all.push((await attribute()).id)
    const attributedAt = new Date()
    await api.database.prisma.attribution.updateMany({ data: { attributedAt } })
    const pages = await readAll('?limit=2')
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1])
    expect(pages.flat()).toEqual(all.toSorted().toReversed())
  })

  it('continues after an attribution that was deleted since', async () => {
    const all = []
    for (let n = 0; n < 3; n += 1) all.unshift((await attribute()).id)
    const { body } = await list('?limit=1')
    await api.database.prisma.attribution.delete({ where: { id: all[0] ?? '' } })
    const next = await list(`?cursor=${body.next_cursor}`)
    expect(idsOf(next.body)).toEqual(all.slice(1))
  })

  it('filters by link, campaign, type, platform, install, event and time, and by all together', async () => {
    const campaign = await make.campaign()
    const plain = await attribute()
    const wanted = await attribute({
      link: { campaignId: campaign.id },
      body: { platform: 'android' },
    })
    const { prisma } = api.database
    await prisma.attribution.update({
      where: { id: plain.id },
      data: { matchType: 'clipboard', attributedAt: new Date('2026-01-01T00:00:00Z') },
    })
    const at = '2026-01-01T00:00:00Z'
    const event = await prisma.event.findFirstOrThrow({ where: { attributionId: wanted.id } })
    const queries = [
      `code=${wanted.link.code}`,
      `campaign_id=${campaign.id}`,
      'match_type=referrer',
      'platform=android',
      `install_id=${wanted.installId.toUpperCase()}`,
      `event_id=${event.id.toUpperCase()}`,
      'from=2026-01-01T00:00:00.001Z',
    ]
    for (const query of [...queries, queries.join('&')])
      expect([query, idsOf((await list(`?${query}`)).body)]).toEqual([query, [wanted.id]])
    expect(idsOf((await list(`?from=${at}&to=2026-01-01T00:00:01Z`)).body)).toEqual([plain.id])
    expect(idsOf((await list(`?to=${at}`)).body)).toEqual([])
    expect(idsOf((await list('?code=none')).body)).toEqual([])
    expect(idsOf((await list(`?event_id=${randomUUID()}`)).body)).toEqual([])
  })

  it('returns nothing of another project, whatever the filters', async () => {
    const { id, link, installId } = await attribute()
    const { prisma } = api.database
    const event = await prisma.event.findFirstOrThrow({ where: { attributionId: id } })
    const other = { key: api.otherProject.key, token: api.otherProject.token }
    for (const query of [
      '',
      `?code=${link.code}`,
      `?install_id=${installId}`,
      `?event_id=${event.id}`,
    ])
      expect((await list(query, other)).body).toMatchObject({
        data: [],
        next_cursor: null,
        total: 0,
      })
    for (const path of [`/api/attributions/${id}`, `/api/attributions/${id}/ad-payloads`])
      expect((await api.request('GET', path, other)).status).toBe(404)
  })

  it('reports each invalid filter', async () => {
    const wrong =
      'campaign_id=0&match_type=x&platform=windows&from=x&to=y&install_id=1&event_id=1&cursor=x'
    const { status, body } = await list(`?${wrong}`)
    expect(status).toBe(422)
    expect(Object.keys(body.errors as object).toSorted()).toEqual([
      'campaign_id',
      'event_id',
      'from',
      'install_id',
      'match_type',
      'platform',
      'to',
    ])
    expect((await list('?cursor=x')).body.errors).toHaveProperty('cursor')
  })

  async function readAll(query: string): Promise<string[][]> {
    const pages: string[][] = []
    let cursor: string | null = null
    do {
      const { body } = await list(cursor === null ? query : `${query}&cursor=${cursor}`)
      pages.push(idsOf(body))
      cursor = body.next_cursor
    } while (cursor !== null)
    return pages
  }
})

describe('GET /api/attributions/{id}', () => {
  it('returns the record with the deliveries of its own event', async () => {
    const active = await make.webhook()
    const off = await make.webhook({ isActive: false })
    const { id } = await attribute()
    await attribute()
    const { prisma } = api.database
    const event = await prisma.event.findFirstOrThrow({ where: { attributionId: id } })
    const deliveries = await prisma.delivery.findMany({
      where: { eventId: event.id },
      orderBy: { webhookId: 'asc' },
    })
    const { status, body } = await api.request('GET', `/api/attributions/${id}`)
    const [item] = (await list(`?install_id=${body.install_id}`)).body.data
    expect(status).toBe(200)
    expect(body).toEqual({
      ...item,
      deliveries: [
        { id: deliveries[0]?.id, webhook_id: active.id, state: 'pending' },
        { id: deliveries[1]?.id, webhook_id: off.id, state: 'skipped' },
      ],
    })
  })

  it('has no deliveries if no webhook was notified', async () => {
    const { id } = await attribute()
    const { body } = await api.request('GET', `/api/attributions/${id}`)
    expect(body.deliveries).toEqual([])
  })

  it('shows a delivery in flight as delivering', async () => {
    await make.webhook()
    const { id } = await attribute()
    await api.database.prisma.$executeRaw`
      UPDATE deliveries SET lease_until = now() + interval '1 minute', lease_token = gen_random_uuid()`
    const { body } = await api.request('GET', `/api/attributions/${id}`)
    expect(body.deliveries).toMatchObject([{ state: 'delivering' }])
  })
})

describe('GET /api/attributions/{id}/ad-payloads', () => {
  const read = async (id: string) => {
    const { status, body } = await api.request('GET', `/api/attributions/${id}/ad-payloads`)
    expect(status).toBe(200)
    return body.data
  }

  it('has one entry for each network with a click id', async () => {
    const capturedAt = Math.floor(Date.now() / 1_000) - 3_600
    const { id, row } = await attribute({
      click: {
        params: { fbclid: 'IwAR2_x-Y.z', gclid: 'Cj0', gbraid: '0AA', twclid: 'T' },
        fbclidCapturedAt: capturedAt,
      },
    })
    const [meta, google, x, ...more] = await read(id)
    expect(more).toEqual([])
    expect(meta).toEqual({
      network: 'meta',
      api: 'Conversions API',
      click_id_name: 'fbclid',
      click_id: 'IwAR2_x-Y.z',
      fields: {
        action_source: 'app',
        user_data: { fbc: `fb.1.${capturedAt * 1_000}.IwAR2_x-Y.z` },
      },
      event_time: { event_time: Math.floor(row.attributedAt.getTime() / 1_000) },
      first_seen_at: micros(capturedAt * 1_000),
      expires_at: micros(capturedAt * 1_000 + 90 * 86_400_000),
      is_expired: false,
    })
    const attributedAt = row.attributedAt.toISOString()
    expect(google).toMatchObject({
      click_id_name: 'gclid',
      fields: { gclid: 'Cj0' },
      event_time: {
        conversion_date_time: `${attributedAt.slice(0, 10)} ${attributedAt.slice(11, 19)}+00:00`,
      },
    })
    expect(google.fields).not.toHaveProperty('gbraid')
    expect(x).toMatchObject({ network: 'x', fields: { identifiers: [{ twclid: 'T' }] } })
  })

  it('uses the click’s second without a first capture, and reports what has expired', async () => {
    const ageMinutes = 29 * 24 * 60
    const click = { params: { ttclid: 'E.C.P', li_fat_id: 'uuid' }, ageMinutes }
    const { id, clickId } = await attribute({ click })
    const { createdAt } = await api.database.prisma.click.findFirstOrThrow({
      where: { id: clickId },
    })
    const seenAt = Math.floor(createdAt.getTime() / 1_000) * 1_000
    const [tiktok, linkedin] = await read(id)
    expect(tiktok).toMatchObject({
      fields: { context: { ad: { callback: 'E.C.P' } } },
      first_seen_at: micros(seenAt),
      expires_at: micros(seenAt + 28 * 86_400_000),
      is_expired: true,
    })
    expect(linkedin).toMatchObject({ network: 'linkedin', is_expired: false })
  })

  it('derives the click’s time from its id once the click is past its retention', async () => {
    const { id, clickId } = await attribute({ click: { params: { gclid: 'Cj0' } } })
    await api.database.prisma.click.deleteMany({ where: { id: clickId } })
    await api.database.prisma.attribution.update({
      where: { id },
      data: { clickId: '019c167f-cc00-7000-8000-000000000001' },
    })
    // The time in that id is long before the install's.
    const clickedAt = Date.parse('2026-02-01T00:00:00Z')
    expect(await read(id)).toMatchObject([{ first_seen_at: micros(clickedAt) }])
  })

  it('is empty without a click id', async () => {
    expect(await read((await attribute()).id)).toEqual([])
  })

  const micros = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z')
})
