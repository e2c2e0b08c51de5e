import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  freshAddress,
  IPHONE,
  NO_MATCH,
  NOTHING_CLAIMED,
  PIXEL,
  startScenarios,
  type Scenarios,
} from './scenario.js'

let world: Scenarios
beforeAll(async () => {
  world = await startScenarios()
})
afterAll(() => world.api.close())
afterEach(async () => {
  await world.settings({ deliverSdkTests: null })
  await world.prisma.webhook.deleteMany()
})

/** A click and the test install that its token would match. */
async function makeTest(from = world) {
  const [link, address, installId] = [await from.link(), freshAddress(), randomUUID()]
  const click = await from.click(link, PIXEL, { address, query: '?gclid=G1' })
  const body = { address, install_id: installId, install_referrer: click.referrer }
  return { link, click, installId, body }
}

describe('a test install', () => {
  it('gets the full decision under a separate id, and claims nothing', async () => {
    const { link, click, installId, body } = await makeTest()
    const made = await world.install(PIXEL, { ...body, test: true })
    expect(made.answer).toMatchObject({
      matched: true,
      match_type: 'referrer',
      confidence: 1,
      link: { code: link.code },
      attribution: { dyna_code: link.code, gclid: 'G1' },
    })
    expect(made.installId).not.toBe(installId)
    const { install, attributions, claimed } = await world.stored(made.installId)
    expect(install).toMatchObject({ isTest: true, isMatched: true, linkId: link.id })
    expect([attributions, claimed]).toEqual([[], []])
    expect(await world.stored(installId)).toEqual({ ...NOTHING_CLAIMED, install: null })
    const row = await world.prisma.click.findFirstOrThrow({ where: { id: click.id } })
    expect(row.consumedAt).toBeNull()
  })

  it('is explained under the answered id, and the real id is unknown', async () => {
    const { click, installId, body } = await makeTest()
    const { explained } = await world.install(PIXEL, { ...body, test: true })
    expect(explained).toMatchObject({
      is_test: true,
      matched: true,
      step: 'token',
      verdicts: { [click.id]: 'claimed' },
      summary: 'Matched: the install referrer carried the verified token of this click.',
    })
    await expect(world.explain(installId)).rejects.toThrow('404')
  })

  it('leaves the click to a later real report of the same install', async () => {
    const { click, installId, body } = await makeTest()
    for (let n = 0; n < 2; n += 1)
      expect((await world.install(PIXEL, { ...body, test: true })).answer.matched).toBe(true)
    const real = await world.install(PIXEL, body)
    expect(real).toMatchObject({ installId, answer: { matched: true, confidence: 1 } })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
    const late = await world.install(PIXEL, { ...body, test: true })
    expect(late.answer).toMatchObject({ ...NO_MATCH, reason: 'already_consumed' })
  })

  it('is decided by signals and codes as well, and not matched as a real one', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, IPHONE, { address })
    const bySignals = await world.install(IPHONE, { address, test: true })
    const byCode = await world.install(IPHONE, {
      address,
      test: true,
      install_referrer: `dyna_code=${link.code}`,
    })
    const none = await world.install(PIXEL, { address, test: true })
    expect(bySignals.answer).toMatchObject({ matched: true, match_type: 'fingerprint' })
    expect(byCode.answer).toMatchObject({ matched: true, match_type: 'referrer', confidence: 0.9 })
    expect(none.answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate' })
    expect(none.explained.verdicts).toEqual({ [click.id]: 'other_platform' })
    const real = await world.install(IPHONE, { address })
    expect((await world.stored(real.installId)).claimed).toEqual([click.id])
  })

  it('is in no list, no query and no statistics', async () => {
    const { link, body } = await makeTest()
    const device = { ...PIXEL.device }
    const { installId, answer } = await world.install(PIXEL, { ...body, device, test: true })
    const { api } = world
    const listed = await api.request('GET', `/api/attributions?code=${link.code}`)
    expect(listed.body.data).toEqual([])
    const ofInstall = await api.request('GET', `/api/attributions?install_id=${installId}`)
    expect(ofInstall.body.data).toEqual([])
    const byCode = await api.sdk('GET', `/api/attribution/code/${link.code}`)
    const byFingerprint = await api.sdk('GET', `/api/attribution/fingerprint/${answer.fingerprint}`)
    for (const { status, body: missed } of [byCode, byFingerprint])
      expect([status, missed]).toEqual([404, { matched: false }])
    const campaign = await world.make.campaign()
    await world.prisma.link.update({ where: { id: link.id }, data: { campaignId: campaign.id } })
    await world.install(PIXEL, { ...body, test: true })
    const stats = await api.request('GET', `/api/campaigns/${campaign.id}/stats`)
    expect(stats.body.installs).toBe(0)
  })

  it('gets the same response without consent, and nothing is stored', async () => {
    const { link, body } = await makeTest()
    const before = [await world.prisma.install.count(), await world.prisma.installRefusal.count()]
    const { address, ...report } = body
    const { body: answer } = await world.api.sdk('POST', '/api/attribution/installs', {
      headers: { 'x-forwarded-for': address },
      body: { ...report, platform: 'android', test: true, consent: false },
    })
    expect(answer).toMatchObject({
      ...NO_MATCH,
      reason: 'consent_refused',
      fingerprint: null,
      link: { code: link.code },
    })
    await world.settings({ consentRequired: true })
    const missing = await world.api.sdk('POST', '/api/attribution/installs', {
      headers: { 'x-forwarded-for': address },
      body: { ...report, platform: 'android', test: true },
    })
    await world.settings({ consentRequired: false })
    expect(missing.body).toMatchObject({
      ...NO_MATCH,
      reason: 'consent_missing',
      fingerprint: null,
    })
    const after = [await world.prisma.install.count(), await world.prisma.installRefusal.count()]
    expect(after).toEqual(before)
  })
})

describe('a test click', () => {
  const headers = { 'x-throughline-test': '1' }
  const open = async () => {
    const [link, address] = [await world.link(), freshAddress()]
    return { link, address, click: await world.click(link, PIXEL, { address, headers }) }
  }
  const rowOf = (id: string) => world.prisma.click.findFirstOrThrow({ where: { id } })

  it('is matched to a test install by token, code and signals, and is not counted', async () => {
    const { link, address, click } = await open()
    const byCode = `dyna_code=${link.code}`
    for (const install_referrer of [click.referrer, byCode, undefined]) {
      const { explained } = await world.install(PIXEL, { address, install_referrer, test: true })
      expect(explained).toMatchObject({ matched: true, verdicts: { [click.id]: 'claimed' } })
    }
    expect(await rowOf(click.id)).toMatchObject({ uncountedReason: 'test', consumedAt: null })
    const deltas = await world.prisma.clickDelta.findMany({ where: { linkIds: { has: link.id } } })
    expect(deltas).toEqual([])
    const { clickedCount } = await world.prisma.link.findUniqueOrThrow({ where: { id: link.id } })
    expect(Number(clickedCount)).toBe(0)
  })

  it('is never matched to a real install with the same signals, code or token', async () => {
    const { link, address, click } = await open()
    const byCode = `dyna_code=${link.code}`
    for (const install_referrer of [click.referrer, byCode, undefined]) {
      const { installId, answer, explained } = await world.install(PIXEL, {
        address,
        install_referrer,
      })
      expect(answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate' })
      expect(explained.verdicts).toEqual({})
      expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    }
    expect((await rowOf(click.id)).consumedAt).toBeNull()
  })

  it('is no visitor of its address to a real install', async () => {
    const { link, address } = await open()
    const own = await world.click(link, PIXEL, { address })
    const { installId, explained } = await world.install(PIXEL, { address })
    expect((await world.stored(installId)).claimed).toEqual([own.id])
    expect(explained.notes).toEqual(['visitors: 1'])
  })
})

describe('webhooks of a test install', () => {
  const report = async (
    body: { address: string; install_id: string },
    token: string | null = null,
  ) => {
    const { address, ...rest } = body
    const answer = await world.api.sdk('POST', '/api/attribution/installs', {
      token,
      headers: { 'x-forwarded-for': address },
      body: { platform: 'android', device: PIXEL.device, ...rest, test: true },
    })
    return world.stored(answer.body.install_id as string)
  }

  it('are sent outside production, marked as a test', async () => {
    const webhook = await world.make.webhook()
    const { events, deliveries } = await report((await makeTest()).body)
    expect(events).toMatchObject([{ isTest: true, type: 'install_attributed' }])
    expect(deliveries).toMatchObject([
      { webhookId: webhook.id, isTest: true, trigger: 'test', state: 'pending' },
    ])
    const { body } = await world.api.request('GET', `/api/deliveries/${deliveries[0]?.id ?? ''}`)
    expect(body).toMatchObject({ is_test: true, install_id: events[0]?.installId })
    expect(JSON.parse(body.payload as string)).toMatchObject({ matched: true, gclid: 'G1' })
  })

  it('are not sent where the project turned them off, except with an admin token', async () => {
    await world.make.webhook()
    await world.settings({ deliverSdkTests: false })
    const { body } = await makeTest()
    expect(await report(body)).toMatchObject({
      events: [],
      deliveries: [],
      install: { isTest: true },
    })
    expect((await report(body, world.api.project.token)).deliveries).toMatchObject([
      { isTest: true },
    ])
  })

  it('are off in production by default, and on by the setting or an admin token', async () => {
    const live = await startScenarios({ env: { NODE_ENV: 'production' } })
    try {
      await live.make.webhook()
      const deliveriesOf = async (token: string | null = null) => {
        const { body } = await makeTest(live)
        const { address, ...rest } = body
        const { body: answer } = await live.api.sdk('POST', '/api/attribution/installs', {
          token,
          headers: { 'x-forwarded-for': address },
          body: { platform: 'android', ...rest, test: true },
        })
        expect(answer.matched).toBe(true)
        return (await live.stored(answer.install_id as string)).deliveries.length
      }
      expect(await deliveriesOf()).toBe(0)
      expect(await deliveriesOf(live.api.project.token)).toBe(1)
      await live.settings({ deliverSdkTests: true })
      expect(await deliveriesOf()).toBe(1)
    } finally {
      await live.api.close()
    }
  })

  it('are not created without a match', async () => {
    await world.make.webhook()
    const { install_id } = (await makeTest()).body
    const stored = await report({ install_id, address: freshAddress() })
    expect(stored).toMatchObject({ events: [], deliveries: [], install: { isMatched: false } })
  })
})

describe('the limit of test installs', () => {
  it('is 10 a minute for a key and address, beyond which nothing is stored', async () => {
    const limited = await startScenarios({ env: { RATE_LIMITS: '{}' } })
    try {
      const address = freshAddress()
      const send = (from = address, test = true) =>
        limited.api.sdk('POST', '/api/attribution/installs', {
          headers: { 'x-forwarded-for': from },
          body: { install_id: randomUUID(), platform: 'ios', test },
        })
      for (let n = 0; n < 10; n += 1) expect((await send()).status).toBe(200)
      const refused = await send()
      expect([refused.status, refused.body.code]).toEqual([429, 'rate_limited'])
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
      expect(await limited.prisma.install.count()).toBe(10)
      expect((await send(address, false)).status).toBe(200)
      expect((await send(freshAddress())).status).toBe(200)
    } finally {
      await limited.api.close()
    }
  })
})
