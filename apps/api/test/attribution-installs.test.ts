import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import {
  ADDRESS,
  FINGERPRINT,
  PHONE,
  postInstall,
  seed,
  TEST_MATCHING,
} from './attribution-seed.js'
import { startTestApi, type TestApi } from './harness.js'

let api: TestApi
let make: ReturnType<typeof seed>
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' }, overrides: TEST_MATCHING })
  make = seed(api)
})
afterAll(() => api.close())

const settings = (data: Record<string, unknown>) =>
  api.database.prisma.project.update({ where: { id: api.project.id }, data })

/** Every test starts without clicks, so that no click of another test is a candidate. */
afterEach(async () => {
  await api.database.prisma.visit.deleteMany()
  await settings({ clipboard: false, consentRequired: false, windowMinutes: 120 })
})

const NO_MATCH = { matched: false, match_type: null, confidence: 0, attribution: null }

describe('an install with a click token', () => {
  it('matches by the referrer, also if it is still percent-encoded', async () => {
    for (const encode of [String, encodeURIComponent]) {
      const link = await make.link()
      const clickId = await make.click(link.id, { address: '198.51.100.9', ageMinutes: 5_000 })
      const referrer = `dyna_code=${link.code}&click_token=${make.token(clickId)}`
      const answer = await postInstall(api, {
        platform: 'android',
        install_referrer: encode(referrer),
      })
      expect(answer.status).toBe(200)
      expect(answer.body).toMatchObject({
        matched: true,
        match_type: 'referrer',
        confidence: 1,
        reason: null,
        fingerprint: null,
        link: { id: link.id, code: link.code, project_id: api.project.id },
        attribution: { matched: true, dyna_code: link.code },
      })
    }
  })

  it('writes click, install, attribution and event together', async () => {
    const link = await make.link()
    const clickId = await make.click(link.id)
    const installId = randomUUID()
    const answer = await postInstall(api, {
      install_id: installId,
      install_referrer: `click_token=${make.token(clickId)}`,
      device: PHONE,
      consent: true,
    })
    const { prisma } = api.database
    const click = await prisma.click.findFirstOrThrow({ where: { id: clickId } })
    const install = await prisma.install.findFirstOrThrow({ where: { installId } })
    const attribution = await prisma.attribution.findFirstOrThrow({ where: { installId } })
    const event = await prisma.event.findFirstOrThrow({ where: { attributionId: attribution.id } })
    expect(click).toMatchObject({ consumedBy: installId, consumedAt: attribution.attributedAt })
    expect(install).toMatchObject({
      isMatched: true,
      matchType: 'referrer',
      clickId,
      linkId: link.id,
      attributionId: attribution.id,
      consent: true,
      trace: { match: { step: 'token' } },
    })
    expect(event).toMatchObject({ type: 'install_attributed', payload: attribution.payload })
    expect(JSON.stringify(answer.body.attribution)).toBe(attribution.payload)
    expect(answer.body.attribution.attributed_at).toBe(
      attribution.attributedAt.toISOString().replace(/\.\d+Z/, 'Z'),
    )
    expect(JSON.stringify({ install, attribution, click })).not.toContain(ADDRESS)
  })

  it('matches by the clipboard only if the project enabled it', async () => {
    const link = await make.link()
    const clickId = await make.click(link.id)
    const link_url = `http://${api.project.linkHost}/${link.code}?click_token=${make.token(clickId)}`
    expect((await postInstall(api, { link_url })).body).toMatchObject({ ...NO_MATCH, link: null })
    await settings({ clipboard: true })
    expect((await postInstall(api, { link_url })).body).toMatchObject({
      matched: true,
      match_type: 'clipboard',
      confidence: 1,
    })
  })

  it('is rejected with the link if another install has the click', async () => {
    const link = await make.link()
    const clickId = await make.click(link.id, { fingerprint: FINGERPRINT })
    await make.click(link.id, { fingerprint: FINGERPRINT })
    const install_referrer = `dyna_code=${link.code}&click_token=${make.token(clickId)}`
    await postInstall(api, { install_referrer })
    expect((await postInstall(api, { install_referrer, device: PHONE })).body).toMatchObject({
      ...NO_MATCH,
      reason: 'already_consumed',
      link: { code: link.code },
    })
  })

  it('is rejected if the click is over 30 days old', async () => {
    const link = await make.link()
    const clickId = await make.click(link.id, { ageMinutes: 31 * 24 * 60 })
    const answer = await postInstall(api, {
      install_referrer: `click_token=${make.token(clickId)}`,
    })
    expect(answer.body).toMatchObject({ ...NO_MATCH, reason: 'expired', link: { code: link.code } })
  })

  it('is rejected if the token is valid for another project, and returns nothing of that click', async () => {
    const link = await make.link({}, api.otherProject)
    const own = await make.link({ code: link.code })
    const clickId = await make.click(link.id, { project: api.otherProject })
    const token = make.token(clickId, api.otherProject)
    const install_referrer = `dyna_code=${own.code}&click_token=${token}`
    expect((await postInstall(api, { install_referrer })).body).toMatchObject({
      ...NO_MATCH,
      reason: 'wrong_project',
      link: null,
    })
    const click = await api.database.prisma.click.findFirstOrThrow({ where: { id: clickId } })
    expect(click.consumedAt).toBeNull()
  })

  it('counts as one without a token if the token is forged', async () => {
    const link = await make.link()
    const clickId = await make.click(link.id, { address: '198.51.100.9' })
    const forged = make.token(clickId, api.otherProject)
    expect(
      (await postInstall(api, { install_referrer: `click_token=${forged}` })).body,
    ).toMatchObject({ ...NO_MATCH, reason: 'no_candidate', link: null })
  })

  it('must retry while the click is still in the spool', async () => {
    const install_id = randomUUID()
    const token = make.token(newUuidV7())
    const answer = await postInstall(api, { install_id, install_referrer: `click_token=${token}` })
    expect(answer.status).toBe(503)
    expect(answer.headers['retry-after']).toBe('5')
    expect(await api.database.prisma.install.count({ where: { installId: install_id } })).toBe(0)
  })
})

describe('an install with only a code', () => {
  it('claims the newest click of its only visitor from the same address, and supersedes the others', async () => {
    const link = await make.link()
    const visitorId = randomUUID()
    const old = await make.click(link.id, { ageMinutes: 30, visitorId })
    const young = await make.click(link.id, { ageMinutes: 3, visitorId })
    await make.click(link.id, { ageMinutes: 1, address: '203.0.113.6' })
    await make.click((await make.link()).id, { ageMinutes: 1 })
    const install_id = randomUUID()
    const body = { platform: 'ios', install_referrer: `dyna_code=${link.code}` }
    const answer = await postInstall(api, { install_id, ...body })
    expect(answer.body).toMatchObject({ matched: true, match_type: 'referrer', confidence: 0.9 })
    const { prisma } = api.database
    const install = await prisma.install.findFirstOrThrow({ where: { installId: install_id } })
    expect(install.clickId).toBe(young)
    const claimed = await prisma.click.findMany({ where: { consumedBy: install_id } })
    expect(claimed.map(({ id }) => id).sort()).toEqual([old, young].sort())
    expect((await postInstall(api, body)).body).toMatchObject({
      ...NO_MATCH,
      reason: 'no_candidate',
      link: { code: link.code },
    })
  })

  it('claims a click from the same /64', async () => {
    const link = await make.link()
    await make.click(link.id, { address: '2001:db8:1:2::aaaa' })
    const body = { install_referrer: `dyna_code=${link.code}` }
    expect((await postInstall(api, body, '2001:db8:1:3::1')).body).toMatchObject(NO_MATCH)
    expect((await postInstall(api, body, '2001:db8:1:2::1')).body.matched).toBe(true)
  })

  it('claims no click from before the window', async () => {
    const link = await make.link()
    await make.click(link.id, { ageMinutes: 11 })
    await settings({ windowMinutes: 10 })
    const answer = await postInstall(api, { install_referrer: `dyna_code=${link.code}` })
    expect(answer.body).toMatchObject({
      ...NO_MATCH,
      reason: 'no_candidate',
      link: { code: link.code },
    })
  })

  it('accepts a clipboard link only under a host of the project', async () => {
    await settings({ clipboard: true })
    const link = await make.link()
    await make.click(link.id)
    const foreign = { link_url: `https://other.links.test/${link.code}` }
    expect((await postInstall(api, foreign)).body).toMatchObject({ ...NO_MATCH, link: null })
    await api.database.prisma.domain.create({
      data: { projectId: api.project.id, host: 'go.acme.test', provedAt: new Date() },
    })
    const own = { link_url: `https://go.acme.test/${link.code}` }
    expect((await postInstall(api, own)).body).toMatchObject({
      match_type: 'clipboard',
      confidence: 0.9,
    })
  })
})

describe('an install without token and code', () => {
  it('matches the click of the same phone and supersedes the visitor’s other clicks', async () => {
    const link = await make.link()
    const visitorId = randomUUID()
    const given = { fingerprint: FINGERPRINT, visitorId }
    const old = await make.click(link.id, { ...given, ageMinutes: 20 })
    const young = await make.click(link.id, { ...given, ageMinutes: 2 })
    const install_id = randomUUID()
    const answer = await postInstall(api, { install_id, device: PHONE })
    expect(answer.body).toMatchObject({
      matched: true,
      match_type: 'fingerprint',
      confidence: expect.any(Number),
      fingerprint: FINGERPRINT,
      link: { code: link.code },
    })
    const rows = await api.database.prisma.click.findMany({ where: { consumedBy: install_id } })
    expect(rows.map(({ id }) => id).sort()).toEqual([old, young].sort())
    const install = await api.database.prisma.install.findFirstOrThrow({
      where: { installId: install_id },
    })
    expect(install.clickId).toBe(young)
  })

  it('adds the connection’s address to a given fingerprint and normalizes the screen to portrait', async () => {
    const link = await make.link()
    await make.click(link.id, { fingerprint: FINGERPRINT })
    const answer = await postInstall(
      api,
      {
        fingerprint: '10.0.0.1-iOS-17.4-840x390',
        device: { languages: PHONE.languages, time_zone: PHONE.time_zone },
      },
      `::ffff:${ADDRESS}`,
    )
    expect(answer.body).toMatchObject({ matched: true, fingerprint: FINGERPRINT })
  })

  it.each([
    [{ fingerprint: 'x' }, null],
    [{ device: { ...PHONE, os_version: 'beta' } }, null],
    [{ device: { os_version: '14', screen_width: 411.43, screen_height: 914.29 } }, '411x914'],
  ])('builds a fingerprint from %j only if it is sufficient', async (body, size) => {
    const answer = await postInstall(api, { platform: 'android', ...body })
    const expected = size === null ? null : `${ADDRESS}-Android-14-${size}`
    expect(answer.body.fingerprint).toBe(expected)
  })

  it('finds nothing for an organic install', async () => {
    const install_referrer = 'utm_source=google-play&utm_medium=organic'
    const answer = await postInstall(api, { platform: 'android', install_referrer, device: PHONE })
    expect(answer.body).toMatchObject({ ...NO_MATCH, reason: 'no_candidate', link: null })
  })

  it('never considers the clicks of another project', async () => {
    const link = await make.link({}, api.otherProject)
    await make.click(link.id, { project: api.otherProject, fingerprint: FINGERPRINT })
    expect((await postInstall(api, { device: PHONE })).body.reason).toBe('no_candidate')
  })

  it('explains why a click was not claimed', async () => {
    const link = await make.link()
    const other = await make.link()
    await make.click(link.id, { fingerprint: FINGERPRINT, ageMinutes: 121 })
    expect((await postInstall(api, { device: PHONE })).body.reason).toBe('expired')
    await make.click(link.id, { fingerprint: `${ADDRESS}-iOS-16.0-320x568` })
    expect((await postInstall(api, { device: PHONE })).body.reason).toBe('below_threshold')
    await make.click(link.id, { fingerprint: FINGERPRINT })
    await make.click(other.id, { fingerprint: FINGERPRINT })
    expect((await postInstall(api, { device: PHONE })).body.reason).toBe('ambiguous')
  })
})

describe('the payload', () => {
  it('merges UTM by field from campaign, link and query, with the click’s own ids', async () => {
    const campaign = await make.campaign({ utmSource: 'campaign' })
    const link = await make.link({
      campaignId: campaign.id,
      utmSource: 'link',
      utmMedium: 'link',
    })
    const clickId = await make.click(link.id, {
      params: {
        utm_source: 'query',
        utm_medium: 'query',
        utm_term: 'query',
        fbclid: 'IwAR-x_Y+z',
        gclid: 'Cj0K',
        wbraid: 'w',
      },
      fbclidCapturedAt: 1_772_357_400,
    })
    const answer = await postInstall(api, {
      install_referrer: `click_token=${make.token(clickId)}`,
    })
    expect(answer.body.link).toMatchObject({
      utm_source: 'campaign',
      utm_medium: 'link',
      utm_term: null,
    })
    const { attributed_at, ...payload } = answer.body.attribution
    expect(attributed_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    expect(Object.entries(payload as object)).toEqual([
      ['matched', true],
      ['dyna_code', link.code],
      ['gclid', 'Cj0K'],
      ['gbraid', null],
      ['fbclid', 'IwAR-x_Y+z'],
      ['fbclid_captured_at', 1_772_357_400],
      ['ttclid', null],
      ['twclid', null],
      ['li_fat_id', null],
      ['campaign_id', campaign.id],
      ['campaign_name', 'Spring'],
      ['utm_source', 'campaign'],
      ['utm_medium', 'link'],
      ['utm_campaign', null],
      ['utm_term', 'query'],
      ['utm_content', null],
    ])
  })
})

describe('a repeated report', () => {
  it('gets the same response, also after campaign and link were changed', async () => {
    const campaign = await make.campaign()
    const link = await make.link({ campaignId: campaign.id })
    const clickId = await make.click(link.id)
    const body = {
      install_id: randomUUID(),
      device: PHONE,
      install_referrer: `click_token=${make.token(clickId)}`,
    }
    const first = await postInstall(api, body)
    const { prisma } = api.database
    await prisma.campaign.update({ where: { id: campaign.id }, data: { name: 'Autumn' } })
    await prisma.link.update({ where: { id: link.id }, data: { clickedCount: 7, name: 'new' } })
    await prisma.click.deleteMany({ where: { id: clickId } })
    const again = await postInstall(api, { ...body, install_id: body.install_id.toUpperCase() })
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await prisma.attribution.count({ where: { installId: body.install_id } })).toBe(1)
  })

  it('stays unmatched, whatever the second report contains', async () => {
    const install_id = randomUUID()
    const first = await postInstall(api, { install_id })
    const clickId = await make.click((await make.link()).id)
    const install_referrer = `click_token=${make.token(clickId)}`
    const again = await postInstall(api, { install_id, install_referrer })
    expect([again.status, again.text]).toEqual([200, first.text])
  })
})

describe('a project that requires consent', () => {
  it('routes by the code, but matches only when consent is given, and then once', async () => {
    await settings({ consentRequired: true })
    const link = await make.link()
    const clickId = await make.click(link.id, { fingerprint: FINGERPRINT })
    const install_referrer = `dyna_code=${link.code}&click_token=${make.token(clickId)}`
    const body = { install_id: randomUUID(), install_referrer, device: PHONE }
    for (const [consent, reason] of [
      [{}, 'consent_missing'],
      [{ consent: false }, 'consent_refused'],
      [{}, 'consent_refused'],
    ]) {
      expect((await postInstall(api, { ...body, ...(consent as object) })).body).toMatchObject({
        ...NO_MATCH,
        reason,
        fingerprint: null,
        link: { code: link.code },
      })
    }
    const { prisma } = api.database
    const where = { installId: body.install_id }
    expect(await prisma.install.count({ where })).toBe(0)
    const decided = await postInstall(api, { ...body, consent: true })
    expect(decided.body).toMatchObject({ matched: true, match_type: 'referrer' })
    const again = await postInstall(api, { ...body, consent: true })
    expect(again.text).toBe(decided.text)
    const silent = await postInstall(api, body)
    expect(silent.body).toEqual({ ...decided.body, fingerprint: null })
    expect(await prisma.attribution.count({ where })).toBe(1)
  })
})

describe('access', () => {
  it('requires the scope attribution', async () => {
    await settings({ sdkScopes: ['links:read'] })
    const refused = [
      await postInstall(api),
      await api.sdk('GET', '/api/attribution/code/x'),
      await api.sdk('GET', `/api/attribution/fingerprint/${FINGERPRINT}`),
    ]
    await settings({ sdkScopes: ['attribution'] })
    for (const { status, body } of refused)
      expect([status, body.code]).toEqual([403, 'scope_disabled'])
  })

  it.each([
    [{ install_id: 'x' }, 'install_id'],
    [{ install_id: null }, 'install_id'],
    [{ platform: 'web' }, 'platform'],
    [{ install_referrer: 'a\0b' }, 'install_referrer'],
    [{ link_url: 7 }, 'link_url'],
    [{ fingerprint: 'x'.repeat(257) }, 'fingerprint'],
    [{ device: { screen_width: -1 } }, 'device'],
    [{ device: [] }, 'device'],
    [{ installed_at: 'yesterday' }, 'installed_at'],
    [{ consent: 'yes' }, 'consent'],
  ])('rejects %j', async (body, field) => {
    const answer = await postInstall(api, body)
    expect([answer.status, Object.keys(answer.body.errors as object)]).toEqual([422, [field]])
  })
})
