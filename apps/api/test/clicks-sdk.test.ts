import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startTestApi, type TestApi } from './harness.js'
import type { TestRequest } from './send-request.js'
import { untilCounted } from './until-counted.js'
import { AGENTS } from './user-agents.js'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1', COUNTRY_HEADER: 'CF-IPCountry' } })
})
afterAll(() => api.close())

let made = 0
function link(columns: Record<string, unknown> = {}) {
  made += 1
  const data = { projectId: api.project.id, code: `code${made}`, actualUrl: 'https://a.example/' }
  return api.database.prisma.link.create({ data: { ...data, ...columns } })
}
const postClick = (code: string, options: TestRequest = {}) =>
  api.sdk('POST', `/api/links/${code}/click`, options)
const from = (address: string, agent = 'okhttp/4.12.0') => ({
  headers: { 'x-forwarded-for': address, 'user-agent': agent },
})
const rows = (linkId: number) =>
  api.database.prisma.click.findMany({ where: { linkId }, orderBy: { id: 'asc' } })
const count = async (id: number) =>
  Number((await api.database.prisma.link.findUniqueOrThrow({ where: { id } })).clickedCount)

describe('POST /api/links/{code}/click', () => {
  it('records a click that is counted when the response arrives, without a body', async () => {
    const { id, code } = await link()
    const answer = await postClick(code, from('203.0.113.7'))
    expect(answer.status).toBe(201)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    const [stored] = await rows(id)
    expect(answer.body).toEqual({ recorded: true, unique: true, click_id: stored?.id })
    expect(stored).toMatchObject({
      source: 'sdk',
      platform: 'other',
      uncountedReason: null,
      params: {},
    })
    expect(await count(id)).toBe(1)
  })

  it.each([
    'okhttp/4.12.0',
    'Acme/1 CFNetwork/1494.0.7 Darwin/23.4.0',
    'Dart/3.3 (dart:io)',
    'curl/8.5.0',
    AGENTS.googlebot,
  ])('counts whatever the user agent is: %s', async (agent) => {
    const { id, code } = await link()
    expect((await postClick(code, from('203.0.113.7', agent))).body.unique).toBe(true)
    expect(await count(id)).toBe(1)
  })

  it('stores what the app reports: platform, version and click ids byte for byte', async () => {
    const { id, code } = await link()
    const body = {
      platform: 'iOS',
      os_version: '17.4',
      gclid: 'A+b%20',
      fbclid: 'F',
      ttclid: '',
      dclid: null,
      other: 1,
    }
    const before = Math.floor(Date.now() / 1000)
    expect((await postClick(code, { body, headers: { 'cf-ipcountry': 'de' } })).status).toBe(201)
    const [stored] = await rows(id)
    expect(stored).toMatchObject({
      platform: 'ios',
      osVersion: '17.4',
      params: { gclid: 'A+b%20', fbclid: 'F' },
      country: 'DE',
    })
    expect(Number(stored?.fbclidCapturedAt)).toBeGreaterThanOrEqual(before)
  })

  it.each([
    [{ platform: 'Android' }, AGENTS.iphone, ['android', null]],
    [{ platform: 'macOS' }, 'okhttp/4', ['desktop', null]],
    [{ platform: 'PlayStation' }, 'okhttp/4', ['other', null]],
    [{}, AGENTS.iphone, ['ios', '17.4']],
    [{ platform: 'ios' }, AGENTS.iphone, ['ios', '17.4']],
  ])('stores for %j by %s the platform and version of %j', async (body, agent, device) => {
    const { id, code } = await link()
    await postClick(code, { body, headers: { 'user-agent': agent } })
    const [stored] = await rows(id)
    expect([stored?.platform, stored?.osVersion]).toEqual(device)
  })

  it('is unique once for each visitor, link and day, also through the link host', async () => {
    const { id, code } = await link()
    const other = await link()
    const uniques: boolean[] = []
    for (const [address, agent] of [
      ['2001:db8::1', AGENTS.iphone],
      // The same /64: a phone may change its address in it at any time.
      ['2001:db8::2', AGENTS.iphone],
      ['2001:db8::2', AGENTS.android],
      ['203.0.113.1', AGENTS.iphone],
    ] as const)
      uniques.push((await postClick(code, from(address, agent))).body.unique as boolean)
    expect(uniques).toEqual([true, false, true, true])
    await api.visit('GET', `/${code}`, from('203.0.113.1', AGENTS.iphone))
    expect((await postClick(other.code, from('203.0.113.1', AGENTS.iphone))).body.unique).toBe(true)
    await untilCounted(api.database)
    const rolled = await api.database.prisma.linkClicks.findMany({ where: { linkId: id } })
    const sum = (pick: 'clicks' | 'uniques') =>
      rolled.reduce((all, row) => all + Number(row[pick]), 0)
    expect([sum('clicks'), sum('uniques'), await count(id)]).toEqual([5, 3, 5])
    const visitors = await api.database.prisma.uniqueVisitor.findMany()
    expect(
      new Set(visitors.map(({ visitorHash }) => Buffer.from(visitorHash).toString('hex'))).size,
    ).toBe(visitors.length)
  })

  it('rejects a code that is missing, archived, expired, or another project’s', async () => {
    const past = new Date(Date.now() - 1_000)
    const archived = await link({ archivedAt: past })
    const expired = await link({ expiresAt: past, expiredUrl: 'https://a.example/late' })
    const foreign = await link({ projectId: api.otherProject.id, code: 'foreign' })
    const statuses: unknown[] = []
    for (const code of ['nothing', archived.code, expired.code, foreign.code]) {
      const { status, body } = await postClick(code)
      statuses.push([status, body.code])
    }
    expect(statuses).toEqual([
      [404, 'not_found'],
      [410, 'gone'],
      [410, 'gone'],
      [404, 'not_found'],
    ])
    for (const { id } of [archived, expired, foreign]) expect(await rows(id)).toEqual([])
  })

  it('counts twice when called twice, and once with an Idempotency-Key', async () => {
    const { id, code } = await link()
    await postClick(code)
    await postClick(code)
    expect(await count(id)).toBe(2)
    const headers = { 'idempotency-key': 'click-1', 'user-agent': 'okhttp/4' }
    const [first, again] = [await postClick(code, { headers }), await postClick(code, { headers })]
    expect(first).toMatchObject({ status: 201, body: { recorded: true, unique: true } })
    expect([again.status, again.body]).toEqual([201, first.body])
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect([await count(id), (await rows(id)).length]).toEqual([3, 3])
  })

  it('is counted once each under load, with and without keys, without a pool deadlock', async () => {
    const { id, code } = await link()
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, n) =>
        postClick(code, n % 2 === 0 ? {} : { headers: { 'idempotency-key': `click-${n}` } }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
    expect(answers.filter(({ body }) => body.unique === true)).toHaveLength(1)
    expect([await count(id), (await rows(id)).length]).toEqual([60, 60])
  })
})

describe('the campaign of a click', () => {
  it('is the one that its link had at the click', async () => {
    const { prisma } = api.database
    const campaign = await prisma.campaign.create({
      data: { projectId: api.project.id, name: 'C' },
    })
    const { id, code } = await link({ campaignId: campaign.id })
    await postClick(code)
    await prisma.link.update({ where: { id }, data: { campaignId: null } })
    await postClick(code)
    expect((await rows(id)).map(({ campaignId }) => campaignId)).toEqual([campaign.id, null])
    const rolled = await prisma.campaignClicks.findMany({ where: { campaignId: campaign.id } })
    expect(rolled.map(({ clicks, uniques }) => [Number(clicks), Number(uniques)])).toEqual([[1, 1]])
  })
})
