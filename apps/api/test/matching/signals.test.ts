import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import {
  freshAddress,
  IPHONE,
  NO_MATCH,
  NOTHING_CLAIMED,
  OTHER_IPHONE,
  PIXEL,
  startScenarios,
  type Scenarios,
} from './scenario.js'

let world: Scenarios
beforeAll(async () => {
  world = await startScenarios()
})
afterAll(() => world.api.close())
afterEach(() => setAttribution({ min_confidence: 0.95, window_minutes: 120 }))

async function setAttribution(attribution: Record<string, unknown>) {
  const { status } = await world.api.request('PUT', '/api/project', { body: { attribution } })
  expect(status).toBe(200)
}

describe('signals', () => {
  it('match the phone that clicked, with at most 0.99, and explain each comparison', async () => {
    const address = freshAddress()
    const link = await world.link()
    const click = await world.click(link, PIXEL, { address, query: '?gclid=G1' })
    const { installId, answer, explained } = await world.install(PIXEL, { address })
    expect(answer).toMatchObject({
      matched: true,
      match_type: 'fingerprint',
      reason: null,
      link: { code: link.code },
      attribution: { gclid: 'G1' },
    })
    expect(answer.confidence).toBeGreaterThanOrEqual(0.95)
    expect(answer.confidence).toBeLessThanOrEqual(0.99)
    const { install, attributions, events, claimed } = await world.stored(installId)
    expect(install).toMatchObject({ isMatched: true, clickId: click.id, matchType: 'fingerprint' })
    expect([attributions.length, events.length, claimed]).toEqual([1, 1, [click.id]])
    expect(explained).toMatchObject({
      step: 'signals',
      window_minutes: 120,
      min_confidence: 0.95,
      model_version: 'test',
      max_visitors_per_ip: 8,
      notes: ['visitors: 1'],
      verdicts: { [click.id]: 'claimed' },
    })
    const outcomes = explained.candidates?.[0]?.signals?.map(
      ({ signal, outcome }) => `${signal} ${outcome}`,
    )
    expect(outcomes).toEqual([
      'model agrees',
      'screen agrees',
      'os_version agrees',
      'time_zone agrees',
      'language agrees',
      'region agrees',
      'address not_comparable',
      'install_time not_comparable',
    ])
    expect(explained.summary).toMatch(
      /^Matched: the phone that installed looks like the one that clicked from the same network, and 9\d(\.\d)? % of such matches are right\.$/,
    )
  })

  it('match despite rounding, aliases and a frozen user agent', async () => {
    const address = freshAddress()
    const zone = { time_zone: 'Asia/Calcutta', languages: ['en-IN', 'en'] }
    const browser = {
      ...PIXEL,
      report: { ...PIXEL.report, ...zone, platform_version: '', model: '' },
    }
    const device = { ...PIXEL.device, screen_width: 411.43, screen_height: 914.29 }
    const app = { ...PIXEL, device: { ...device, languages: ['en'], time_zone: 'Asia/Kolkata' } }
    const click = await world.click(await world.link(), browser, { address })
    const { installId } = await world.install(app, { address })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
  })

  it('match neither of two phones that cannot be distinguished', async () => {
    const [link, other, address] = [await world.link(), await world.link(), freshAddress()]
    await world.click(link, IPHONE, { address })
    await world.click(other, IPHONE, { address })
    const { installId, answer, explained } = await world.install(IPHONE, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'ambiguous', link: null })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    const scores = explained.candidates?.map(({ score }) => score ?? 0) ?? []
    for (const score of scores) expect(score).toBeLessThanOrEqual(0.5)
    expect(explained.summary).toContain(
      'clicks of different visitors fit the install about equally',
    )
  })

  it('match neither of two equal phones, however much younger one click is', async () => {
    await setAttribution({ min_confidence: 0.5 })
    const [link, address] = [await world.link(), freshAddress()]
    const young = await world.click(link, IPHONE, { address })
    const old = await world.click(link, IPHONE, { address, minutesAgo: 110 })
    const { installId, answer, explained } = await world.install(IPHONE, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'ambiguous' })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    expect(explained.verdicts).toEqual({ [young.id]: 'not_chosen', [old.id]: 'not_chosen' })
  })

  it('are below the threshold for another phone', async () => {
    const address = freshAddress()
    await world.click(await world.link(), OTHER_IPHONE, { address })
    const { installId, answer, explained } = await world.install(IPHONE, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'below_threshold' })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    expect(explained.summary).toMatch(
      /^Not matched: the most likely click belongs to the install with a probability of [\d.]+ %, and the project requires 95 %; screen and language differ\.$/,
    )
  })

  it('match a click from the project’s min_confidence on', async () => {
    const link = await world.link()
    const at = async (min_confidence: number) => {
      const address = freshAddress()
      await setAttribution({ min_confidence })
      await world.click(link, IPHONE, {
        address,
        minutesAgo: 110,
        report: { languages: [] },
      })
      return world.install(IPHONE, { address })
    }
    const refused = await at(0.99)
    const score = refused.explained.candidates?.[0]?.score ?? 0
    expect(refused.answer).toMatchObject({ ...NO_MATCH, reason: 'below_threshold' })
    expect(score).toBeGreaterThan(0.5)
    expect(score).toBeLessThan(0.99)
    expect(refused.explained.min_confidence).toBe(0.99)
    const accepted = await at(0.5)
    expect(accepted.answer).toMatchObject({ matched: true, confidence: score })
    expect(accepted.explained.min_confidence).toBe(0.5)
  })

  it('match no click of another system, or of another address', async () => {
    const address = freshAddress()
    const click = await world.click(await world.link(), IPHONE, { address })
    await world.click(await world.link(), PIXEL)
    const { answer, explained } = await world.install(PIXEL, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate' })
    expect(explained.verdicts).toEqual({ [click.id]: 'other_platform' })
    expect(explained.summary).toBe(
      'Not matched: no unused click from the same network and kind of phone opened its landing page in the 2 hours before the install.',
    )
  })

  it('match no click without a device report', async () => {
    const address = freshAddress()
    await world.click(await world.link(), PIXEL, { address, reports: false })
    const { answer, explained } = await world.install(PIXEL, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate' })
    expect(explained.candidates).toEqual([])
  })
})

describe('the reason is the first that applies:', () => {
  it('already_consumed before expired', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    await world.click(link, PIXEL, { address })
    await world.install(PIXEL, { address })
    await world.click(link, PIXEL, { address, minutesAgo: 121 })
    const { answer, explained } = await world.install(PIXEL, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'already_consumed' })
    expect(Object.values(explained.verdicts).sort()).toEqual(['consumed', 'outside_window'])
    expect(explained.summary).toBe(
      'Not matched: another install has already claimed the click, and each click is claimed once.',
    )
  })

  it('expired before installed_before_click', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    await world.click(link, PIXEL, { address })
    await world.click(link, PIXEL, { address, minutesAgo: 121 })
    const installed_at = new Date(Date.now() - 10 * 86_400_000).toISOString()
    const { answer, explained } = await world.install(PIXEL, { address, installed_at })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'expired' })
    expect(Object.values(explained.verdicts).sort()).toEqual(['installed_before', 'outside_window'])
  })

  it('expired by the project’s own window', async () => {
    await setAttribution({ window_minutes: 10 })
    const address = freshAddress()
    const click = await world.click(await world.link(), PIXEL, { address, minutesAgo: 11 })
    const { answer, explained } = await world.install(PIXEL, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'expired' })
    expect(explained.verdicts).toEqual({ [click.id]: 'outside_window' })
    expect(explained.summary).toBe(
      'Not matched: the clicks from the same network are older than the window of 10 minutes.',
    )
  })

  it('no_candidate if another install claimed the click', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    await world.click(link, OTHER_IPHONE, { address })
    await world.install(OTHER_IPHONE, { address })
    const { answer, explained } = await world.install(IPHONE, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate' })
    expect(Object.values(explained.verdicts)).toEqual(['consumed'])
  })
})
