import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  freshAddress,
  IPHONE,
  NO_MATCH,
  NOTHING_CLAIMED,
  PIXEL,
  startScenarios,
  type Phone,
  type Scenarios,
} from './scenario.js'

let world: Scenarios
beforeAll(async () => {
  world = await startScenarios()
})
afterAll(() => world.api.close())

const uncountedReasonOf = async (id: string) =>
  (await world.prisma.click.findFirstOrThrow({ where: { id } })).uncountedReason

/** Installs of the clicking phone, by signals and by code; none may claim the click. */
async function expectUnclaimed(
  clickId: string,
  link: { code: string },
  phone: Phone,
  address: string,
) {
  for (const install_referrer of [undefined, `dyna_code=${link.code}`]) {
    const { installId, answer, explained } = await world.install(phone, {
      address,
      install_referrer,
    })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate' })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    expect(explained.verdicts).toEqual({})
  }
  const row = await world.prisma.click.findFirstOrThrow({ where: { id: clickId } })
  expect(row.consumedAt).toBeNull()
}

describe('a click with Global Privacy Control', () => {
  const headers = { 'sec-gpc': '1' }

  it('gets no report token, and is claimed by no signals or code', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, PIXEL, { address, headers })
    expect(click.hasReportToken).toBe(false)
    expect(await uncountedReasonOf(click.id)).toBeNull()
    await expectUnclaimed(click.id, link, PIXEL, address)
    expect(await world.prisma.visit.count({ where: { clickId: click.id } })).toBe(0)
  })

  it('is claimed by its token', async () => {
    const click = await world.click(await world.link(), PIXEL, { headers, query: '?gclid=G1' })
    const { installId, answer } = await world.install(PIXEL, { install_referrer: click.referrer })
    expect(answer).toMatchObject({ matched: true, confidence: 1, attribution: { gclid: 'G1' } })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
  })
})

describe('an embedded request', () => {
  it.each(['image', 'iframe', 'script', 'empty', 'object'])(
    'gets no tokens and is never claimed if it is for an %s',
    async (destination) => {
      const [link, address] = [await world.link(), freshAddress()]
      const headers = { 'sec-fetch-dest': destination }
      const click = await world.click(link, PIXEL, { address, headers })
      expect([click.hasReportToken, click.clickToken]).toEqual([false, null])
      expect(await uncountedReasonOf(click.id)).toBe('embedded')
      await expectUnclaimed(click.id, link, PIXEL, address)
    },
  )

  it('is no visitor of its address', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const headers = { 'sec-fetch-dest': 'image' }
    for (let n = 0; n < 12; n += 1) await world.click(link, PIXEL, { address, headers })
    const own = await world.click(link, PIXEL, {
      address,
      headers: { 'sec-fetch-dest': 'document' },
    })
    const { installId, explained } = await world.install(PIXEL, {
      address,
      install_referrer: `dyna_code=${link.code}`,
    })
    expect((await world.stored(installId)).claimed).toEqual([own.id])
    expect(explained.notes).toEqual(['visitors: 1'])
  })
})

describe('an iPad', () => {
  const agent =
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15'
  const screen = { screen_width: 820, screen_height: 1180, pixel_ratio: 2 }
  const IPAD: Phone = {
    ...IPHONE,
    agent,
    report: { ...IPHONE.report, ...screen, max_touch_points: 5 },
    device: { ...IPHONE.device, ...screen },
  }

  it('is matched by signals, though Safari calls it a Macintosh', async () => {
    const address = freshAddress()
    const click = await world.click(await world.link(), IPAD, { address })
    const { installId, answer, explained } = await world.install(IPAD, { address })
    expect(answer).toMatchObject({ matched: true, match_type: 'fingerprint' })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
    expect(explained.verdicts).toEqual({ [click.id]: 'claimed' })
  })

  it('claims no click of a Mac behind its address', async () => {
    const address = freshAddress()
    const mac = { ...IPAD, report: { ...IPAD.report, max_touch_points: 0 } }
    const click = await world.click(await world.link(), mac, { address })
    const { installId, answer, explained } = await world.install(IPAD, { address })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate' })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    expect(explained.verdicts).toEqual({ [click.id]: 'other_platform' })
  })
})
