import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import type {
  CandidateExplanation as Candidate,
  NearMisses,
} from '@throughline/contracts/explanation'
import { DEFAULT_MIN_CONFIDENCE } from '@throughline/core/matching/match-model'
import {
  ADDRESS,
  FINGERPRINT,
  PHONE,
  postInstall,
  seed,
  TEST_MATCHING,
  type ClickOptions,
} from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' }, overrides: TEST_MATCHING })
  make = seed(api)
})
afterAll(() => api.close())
afterEach(() => api.database.prisma.visit.deleteMany())

const explain = (installId: string, options = {}) =>
  api.request('GET', `/api/attribution/explain?install_id=${installId}`, options)

const DEVICE = { ...PHONE, languages: ['de-DE'], time_zone: 'Europe/Berlin' }

/** A click whose landing page reported exactly this device. */
async function clickOfDevice(linkId: number, options: ClickOptions = {}): Promise<string> {
  const clickId = await make.click(linkId, { ...options, fingerprint: FINGERPRINT })
  const signals = { ...DEVICE, platform: 'ios' }
  await api.database.prisma.visit.updateMany({ where: { clickId }, data: { signals } })
  return clickId
}

/** Reports a new install and requests its explanation. */
async function decide(body: Record<string, unknown> = {}) {
  const install_id = randomUUID()
  const { body: decided } = await postInstall(api, { install_id, ...body })
  const { status, body: explained, text } = await explain(install_id)
  expect(status).toBe(200)
  return { install_id, decided, explained, text }
}

describe('GET /api/attribution/explain', () => {
  it('lists every candidate of a match with its link, campaign, age, verdict, score and signals', async () => {
    const campaign = await make.campaign()
    const link = await make.link({ campaignId: campaign.id })
    const other = await make.link()
    const lost = await make.click(other.id, { ageMinutes: 30, fingerprint: `${ADDRESS}-iOS-9-1x2` })
    const claimed = await clickOfDevice(link.id, { ageMinutes: 5 })
    const installedAt = new Date(Date.now() - 60_000).toISOString()
    const { install_id, decided, explained } = await decide({
      device: DEVICE,
      installed_at: installedAt,
    })
    const { prisma } = api.database
    const install = await prisma.install.findFirstOrThrow({ where: { installId: install_id } })
    expect(explained).toMatchObject({
      install_id,
      platform: 'ios',
      installed_at: installedAt.replace('Z', '000Z'),
      matched: true,
      match_type: 'fingerprint',
      confidence: decided.confidence,
      reason: null,
      summary: expect.stringMatching(/^Matched: /),
      attribution_id: install.attributionId,
      click_id: claimed,
      link_id: link.id,
      code: link.code,
      is_test: false,
      step: 'signals',
      window_minutes: 120,
      min_confidence: DEFAULT_MIN_CONFIDENCE,
      model_version: 'test',
      max_visitors_per_ip: 8,
      none_score: expect.any(Number),
      is_address_shared: false,
      notes: ['visitors: 2'],
    })
    const candidates = explained.candidates as Candidate[]
    const first = candidates.find(({ click_id }) => click_id === claimed) as Candidate
    const second = candidates.find(({ click_id }) => click_id === lost) as Candidate
    expect(candidates).toHaveLength(2)
    expect(first).toMatchObject({
      link_id: link.id,
      code: link.code,
      campaign_id: campaign.id,
      campaign_name: 'Spring',
      verdict: 'claimed',
    })
    expect(first.age_seconds).toBeGreaterThan(299)
    expect(first.age_seconds).toBeLessThan(360)
    expect(first.signals?.length).toBeGreaterThan(0)
    for (const signal of first.signals ?? [])
      expect(signal).toEqual({
        signal: expect.any(String),
        outcome: expect.any(String),
        weight: expect.any(Number),
        max_weight: expect.any(Number),
        click_value: signal.click_value,
        install_value: signal.signal === 'os_version' ? PHONE.os_version : null,
      })
    const values = first.signals?.map(({ signal, click_value }) => [signal, click_value])
    expect(values).toContainEqual(['screen', `${PHONE.screen_width}x${PHONE.screen_height}`])
    expect(values).toContainEqual(['time_zone', 'Europe/Berlin'])
    expect(second.signals).toContainEqual(
      expect.objectContaining({ signal: 'screen', click_value: '1x2', outcome: 'differs' }),
    )
    expect(second).toMatchObject({ code: other.code, verdict: 'not_chosen' })
    expect(first.score).toBeGreaterThan(second.score ?? 1)
  })

  it('gives the reason of a no-match as a code and in a sentence', async () => {
    const link = await make.link()
    const clickId = await make.click(link.id)
    const install_referrer = `click_token=${make.token(clickId)}`
    await postInstall(api, { install_referrer })
    const { explained } = await decide({ install_referrer })
    expect(explained).toMatchObject({
      matched: false,
      match_type: null,
      confidence: 0,
      reason: 'already_consumed',
      summary: expect.stringContaining('another install has already claimed the click'),
      attribution_id: null,
      click_id: null,
      code: link.code,
      step: 'token',
      candidates: [{ click_id: clickId, verdict: 'consumed', score: null, signals: null }],
    })
  })

  it('reports that no click was considered', async () => {
    const { explained } = await decide()
    expect(explained).toMatchObject({ reason: 'no_candidate', link_id: null, candidates: [] })
  })

  it('returns only the decision once the explanation is deleted, and how long it is kept', async () => {
    const link = await make.link()
    await clickOfDevice(link.id)
    const { install_id, explained } = await decide({ device: DEVICE })
    await api.database.prisma.$executeRaw`
      UPDATE installs SET trace = trace - 'match' WHERE install_id = ${install_id}::uuid`
    const { status, body } = await explain(install_id)
    expect(status).toBe(200)
    const { matched, confidence, click_id, code, decided_at } = explained
    expect(body).toMatchObject({ matched, confidence, click_id, code, decided_at })
    expect(body).toMatchObject({
      matched: true,
      step: null,
      min_confidence: null,
      candidates: null,
      notes: [expect.stringContaining('7 days')],
    })
  })

  it('shows no address, of a match or of a no-match', async () => {
    const link = await make.link()
    await clickOfDevice(link.id)
    const match = await decide({ device: DEVICE, fingerprint: FINGERPRINT })
    const noMatch = await decide({ device: DEVICE, link_url: `https://x.example/?ip=${ADDRESS}` })
    expect(match.decided.matched).toBe(true)
    for (const { text } of [match, noMatch]) expect(text).not.toContain(ADDRESS)
  })

  it('accepts the id in upper and lower case', async () => {
    const { install_id } = await decide()
    expect((await explain(install_id.toUpperCase())).status).toBe(200)
  })

  it('returns near misses: clicks that were not candidates, with the reasons', async () => {
    const project = api.otherProject
    const { key, token } = project
    const link = await make.link({}, project)
    const options = { project, fingerprint: FINGERPRINT }
    const seen = await make.click(link.id, {
      project,
      ageMinutes: 3,
      fingerprint: `${ADDRESS}-iOS-9-1x2`,
    })
    const elsewhere = await make.click(link.id, { ...options, address: '198.51.100.7' })
    const redirected = await make.click(link.id, { project, ageMinutes: 2 })
    const embedded = await make.click(link.id, options)
    const bot = await make.click(link.id, options)
    const { prisma } = api.database
    const uncount = (id: string, uncountedReason: string) =>
      prisma.click.updateMany({ where: { id }, data: { uncountedReason } })
    await uncount(embedded, 'embedded')
    await uncount(bot, 'bot')
    const install_id = randomUUID()
    await api.sdk('POST', '/api/attribution/installs', {
      key,
      headers: { 'x-forwarded-for': ADDRESS },
      body: { install_id, platform: 'ios', device: DEVICE },
    })

    const near = async (query: string) =>
      (await explain(install_id + query, { key, token })).body.near as NearMisses | undefined
    expect(await near('')).toBeUndefined()
    const found = await near('&near=true')
    expect(found?.data.map(({ click_id, why_not }) => [click_id, why_not])).toEqual([
      [embedded, ['embedded']],
      [elsewhere, ['other_address']],
      [redirected, ['no_landing_page']],
    ])
    expect(found?.data[0]).toMatchObject({ link_id: link.id, code: link.code, platform: 'ios' })
    expect(found?.looked_at).toBe(4)
    expect(found?.by_reason).toEqual([
      { reason: 'compared', count: 1 },
      { reason: 'embedded', count: 1 },
      { reason: 'no_landing_page', count: 1 },
      { reason: 'other_address', count: 1 },
    ])
    const age = Date.now() - Date.parse(found?.looked_back_to ?? '')
    expect(age).toBeGreaterThan(24 * 3_600_000 - 60_000)
    const { candidates } = (await explain(install_id, { key, token })).body
    expect(candidates).toMatchObject([{ click_id: seen }])
  })

  it('has no near misses of a match, of an old decision and without consent', async () => {
    const link = await make.link()
    await clickOfDevice(link.id)
    const near = async (id: string) => (await explain(`${id}&near=true`)).body
    const match = await decide({ device: DEVICE })
    expect(await near(match.install_id)).toMatchObject({ matched: true, near: null })
    const { install_id } = await decide()
    await api.database.prisma.$executeRaw`
      UPDATE installs SET trace = trace - 'match' WHERE install_id = ${install_id}::uuid`
    expect(await near(install_id)).toMatchObject({ near: null })
    const refused = await decide({ consent: false })
    expect(await near(refused.install_id)).toMatchObject({ reason: 'consent_refused', near: null })
  })

  it('is 404 for an unknown install and for another project’s, 422 without a UUID', async () => {
    const { install_id } = await decide()
    const { key, token } = api.otherProject
    const missing = [await explain(randomUUID()), await explain(install_id, { key, token })]
    for (const { status, body } of missing) expect([status, body.code]).toEqual([404, 'not_found'])
    const bad = await explain('x')
    expect([bad.status, Object.keys(bad.body.errors as object)]).toEqual([422, ['install_id']])
    expect((await api.request('GET', '/api/attribution/explain')).status).toBe(422)
  })
})
