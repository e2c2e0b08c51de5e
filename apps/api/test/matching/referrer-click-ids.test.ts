import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
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

const referrerOf = async (installId: string) => (await world.stored(installId)).install?.referrer

describe('click ids of an install referrer', () => {
  it('are stored for Google Ads without a match and without a code of ours', async () => {
    const install_referrer =
      'gclid=EAIaIQ-x_Y&gbraid=0AAA&gad_source=1&utm_source=google&utm_medium=cpc'
    const { installId, answer, explained } = await world.install(PIXEL, { install_referrer })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'other_source', link: null })
    const ids = { gclid: 'EAIaIQ-x_Y', gbraid: '0AAA', utm_source: 'google', utm_medium: 'cpc' }
    expect(await world.stored(installId)).toMatchObject({
      ...NOTHING_CLAIMED,
      install: { isMatched: false, referrer: ids },
    })
    expect(explained).toMatchObject({ referrer_click_ids: ids, claimed_click_ids: null })
  })

  it('override the claimed click’s if a code without a token decides, and both are shown', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    await world.click(link, PIXEL, { address, query: '?gclid=CLICK&ttclid=T' })
    const install_referrer = `dyna_code=${link.code}&gclid=REFERRER`
    const { installId, answer, explained } = await world.install(PIXEL, {
      address,
      install_referrer,
    })
    expect(answer.attribution).toMatchObject({ gclid: 'REFERRER', ttclid: 'T' })
    const { attributions, install } = await world.stored(installId)
    expect(JSON.parse(attributions[0]?.payload ?? '')).toEqual(answer.attribution)
    expect(install?.referrer).toEqual({ gclid: 'REFERRER' })
    expect(explained).toMatchObject({
      referrer_click_ids: { gclid: 'REFERRER' },
      claimed_click_ids: { gclid: 'CLICK', ttclid: 'T' },
    })
  })

  it('fill only what the click lacks if a token is verified', async () => {
    const link = await world.link()
    const click = await world.click(link, PIXEL, { query: '?gclid=CLICK' })
    const { installId, answer, explained } = await world.install(PIXEL, {
      install_referrer: `click_token=${click.clickToken}&gclid=REFERRER&ttclid=T`,
    })
    expect(answer).toMatchObject({
      confidence: 1,
      attribution: { gclid: 'CLICK', ttclid: 'T', fbclid: null },
    })
    expect(await referrerOf(installId)).toEqual({ gclid: 'REFERRER', ttclid: 'T' })
    expect(explained).toMatchObject({
      referrer_click_ids: { gclid: 'REFERRER' },
      claimed_click_ids: { gclid: 'CLICK' },
    })
  })

  it('are passed through the store page of our own link, with the token', async () => {
    const link = await world.link({ utmSource: 'newsletter' })
    const query = '?gclid=G1&fbclid=IwAR-x_Y'
    const click = await world.click(link, PIXEL, { query })
    const { installId, answer } = await world.install(PIXEL, { install_referrer: click.referrer })
    const captured = (await world.prisma.click.findFirstOrThrow({ where: { id: click.id } }))
      .fbclidCapturedAt
    expect(answer).toMatchObject({
      matched: true,
      confidence: 1,
      attribution: { gclid: 'G1', fbclid: 'IwAR-x_Y', fbclid_captured_at: Number(captured) },
    })
    expect(await referrerOf(installId)).toMatchObject({
      gclid: 'G1',
      fbclid: 'IwAR-x_Y',
      utm_source: 'newsletter',
      fbclid_captured_at: String(captured),
    })
  })

  it('are accepted only as 1 to 512 printable ASCII characters', async () => {
    const long = 'x'.repeat(513)
    const install_referrer = `gclid=a%20b&gbraid=${long}&ttclid=%C3%A9&twclid=${'y'.repeat(512)}`
    const { installId } = await world.install(PIXEL, { install_referrer })
    expect(await referrerOf(installId)).toEqual({ twclid: 'y'.repeat(512) })
  })

  it('keep the UTM of the referrer on the install, and out of the payload', async () => {
    const link = await world.link({ utmMedium: 'link' })
    const click = await world.click(link, PIXEL, { query: '?utm_source=query' })
    const { installId, answer } = await world.install(PIXEL, {
      install_referrer: `click_token=${click.clickToken}&utm_source=r&utm_medium=r&utm_term=r`,
    })
    expect(answer.attribution).toMatchObject({
      utm_source: 'query',
      utm_medium: 'link',
      utm_term: null,
    })
    expect(await referrerOf(installId)).toEqual({ utm_source: 'r', utm_medium: 'r', utm_term: 'r' })
  })
})

describe('fbclid and its time', () => {
  const SECONDS = 1_772_357_400

  it.each([
    ['the referrer’s', `fbclid=R&fbclid_captured_at=${SECONDS}`, 'R', SECONDS],
    ['the referrer’s without a time', 'fbclid=R', 'R', null],
  ])('are %s where the referrer wins', async (_whose, ids, fbclid, seconds) => {
    const [link, address] = [await world.link(), freshAddress()]
    await world.click(link, PIXEL, { address, query: '?fbclid=CLICK' })
    const { answer } = await world.install(PIXEL, {
      address,
      install_referrer: `dyna_code=${link.code}&${ids}`,
    })
    expect(answer.attribution).toMatchObject({ fbclid, fbclid_captured_at: seconds })
  })

  it('are the click’s if both have the same id, or a token is verified', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const first = await world.click(link, PIXEL, { address, query: '?fbclid=SAME' })
    const rowOf = (id: string) => world.prisma.click.findFirstOrThrow({ where: { id } })
    const byCode = await world.install(PIXEL, {
      address,
      install_referrer: `dyna_code=${link.code}&fbclid=SAME&fbclid_captured_at=5`,
    })
    const captured = (await rowOf(first.id)).fbclidCapturedAt
    expect(byCode.answer.attribution).toMatchObject({
      fbclid: 'SAME',
      fbclid_captured_at: Number(captured),
    })
    const second = await world.click(link, PIXEL, { query: '?fbclid=CLICK' })
    const byToken = await world.install(PIXEL, {
      install_referrer: `click_token=${second.clickToken}&fbclid=R&fbclid_captured_at=5`,
    })
    const { fbclidCapturedAt } = await rowOf(second.id)
    expect(byToken.answer.attribution).toMatchObject({
      fbclid: 'CLICK',
      fbclid_captured_at: Number(fbclidCapturedAt),
    })
  })

  it('are null without an fbclid, whatever time is given', async () => {
    const click = await world.click(await world.link(), PIXEL)
    const { installId, answer } = await world.install(PIXEL, {
      install_referrer: `click_token=${click.clickToken}&fbclid_captured_at=5`,
    })
    expect(answer.attribution).toMatchObject({ fbclid: null, fbclid_captured_at: null })
    expect(await referrerOf(installId)).toBeNull()
  })
})

it('an install without a referrer stores none', async () => {
  const { installId } = await world.install(IPHONE)
  expect(await referrerOf(installId)).toBeNull()
})
