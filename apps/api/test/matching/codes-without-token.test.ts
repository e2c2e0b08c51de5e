import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  freshAddress,
  IPHONE,
  NO_MATCH,
  NOTHING_CLAIMED,
  OTHER_IPHONE,
  PIXEL,
  startScenarios,
  type Phone,
  type Scenarios,
} from './scenario.js'

let world: Scenarios
beforeAll(async () => {
  world = await startScenarios({ env: { SHARED_ADDRESS: '198.51.100.0/24' } })
})
afterAll(() => world.api.close())

type Link = Awaited<ReturnType<Scenarios['link']>>

const byCode = (link: Link, phone: Phone, address: string) =>
  world.install(phone, { address, install_referrer: `dyna_code=${link.code}` })

type Installed = Awaited<ReturnType<typeof byCode>>

/** The install claims nothing, and the app still gets the link. */
async function expectLinkOnly(link: Link, { installId, answer, explained }: Installed) {
  expect(answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate', link: { code: link.code } })
  expect(await world.stored(installId)).toMatchObject({
    ...NOTHING_CLAIMED,
    install: { isMatched: false, clickId: null, linkId: link.id },
  })
  expect(explained).toMatchObject({ matched: false, reason: 'no_candidate', step: 'code' })
  expect(
    await world.prisma.click.count({ where: { linkId: link.id, consumedAt: { not: null } } }),
  ).toBe(0)
}

describe('a code without a token', () => {
  it('claims the click of the same phone, with less than certainty', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, PIXEL, { address, query: '?gclid=G1' })
    const { installId, answer, explained } = await byCode(link, PIXEL, address)
    expect(answer).toMatchObject({
      matched: true,
      match_type: 'referrer',
      confidence: 0.9,
      reason: null,
      attribution: { gclid: 'G1', dyna_code: link.code },
    })
    const { install, attributions, events, claimed } = await world.stored(installId)
    expect(install).toMatchObject({ isMatched: true, clickId: click.id })
    expect([attributions.length, events.length, claimed]).toEqual([1, 1, [click.id]])
    expect(explained).toMatchObject({ step: 'code', notes: ['visitors: 1'] })
    expect(explained.verdicts).toEqual({ [click.id]: 'claimed' })
    expect(explained.summary).toBe(
      'Matched: the install referrer named the link, and one visitor clicked it from the same network in the 2 hours before the install.',
    )
  })

  it('gives an Android phone no click of an iPhone behind its address', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, IPHONE, { address, query: '?gclid=G1', minutesAgo: 100 })
    const install = await byCode(link, PIXEL, address)
    await expectLinkOnly(link, install)
    expect(install.explained.verdicts).toEqual({ [click.id]: 'other_platform' })
    expect(install.explained.summary).toBe(
      'Not matched: the code carries no token, and the click came from a different device; the install keeps the link.',
    )
  })

  it('claims no click recorded by the click call of an installed app', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const call = await world.api.sdk('POST', `/api/links/${link.code}/click`, {
      headers: { 'x-forwarded-for': address, 'user-agent': 'Acme/1 okhttp/4' },
      body: { platform: 'android', os_version: '14', gclid: 'G1' },
    })
    expect(call.status).toBe(201)
    const install = await byCode(link, PIXEL, address)
    await expectLinkOnly(link, install)
    expect(install.explained.verdicts).toEqual({
      [call.body.click_id as string]: 'recorded_by_app',
    })
    expect(install.explained.summary).toContain('the click was recorded by an installed app')
  })

  it('claims nothing if two visitors clicked the same link', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const clicks = [
      await world.click(link, PIXEL, { address }),
      await world.click(link, PIXEL, { address, minutesAgo: 50 }),
    ]
    const install = await byCode(link, PIXEL, address)
    await expectLinkOnly(link, install)
    for (const { id } of clicks) expect(install.explained.verdicts[id]).toBe('not_chosen')
    expect(install.explained.notes).toEqual(['visitors: 2', 'another_visitor_of_the_link'])
    expect(install.explained.summary).toContain('more than one visitor clicked this link')
  })

  it('claims the one click that passes if the other visitor has another phone', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const own = await world.click(link, IPHONE, { address, minutesAgo: 50 })
    const other = await world.click(link, OTHER_IPHONE, { address })
    const { installId, answer, explained } = await byCode(link, IPHONE, address)
    expect(answer.matched).toBe(true)
    expect((await world.stored(installId)).claimed).toEqual([own.id])
    expect(explained.verdicts).toEqual({ [own.id]: 'claimed', [other.id]: 'other_device' })
  })

  it('claims one visitor’s newest click, and supersedes the visitor’s others', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const report = { visitor_id: '6f2b1a52-7e0c-4a35-9d5e-0c9a0f8e1d11' }
    const old = await world.click(link, IPHONE, { address, report, minutesAgo: 30 })
    const young = await world.click(link, IPHONE, { address, report })
    const { installId, explained } = await byCode(link, IPHONE, address)
    const { install, claimed } = await world.stored(installId)
    expect(install?.clickId).toBe(young.id)
    expect(claimed.sort()).toEqual([old.id, young.id].sort())
    expect(explained.verdicts).toEqual({ [old.id]: 'superseded', [young.id]: 'claimed' })
  })

  it('claims nothing behind an address with more than 8 visitors, of whatever link', async () => {
    const [link, other, address] = [await world.link(), await world.link(), freshAddress()]
    const click = await world.click(link, PIXEL, { address })
    for (let n = 0; n < 8; n += 1) await world.click(other, IPHONE, { address })
    const install = await byCode(link, PIXEL, address)
    await expectLinkOnly(link, install)
    expect(install.explained.verdicts[click.id]).toBe('crowded_address')
    expect(install.explained.notes).toEqual(['visitors: 9'])
    expect(install.explained.summary).toContain('more than 8 visitors came from the network')
  })

  it('claims a click behind an address with 8 visitors', async () => {
    const [link, other, address] = [await world.link(), await world.link(), freshAddress()]
    const click = await world.click(link, PIXEL, { address })
    for (let n = 0; n < 7; n += 1) await world.click(other, IPHONE, { address })
    const { installId } = await byCode(link, PIXEL, address)
    expect((await world.stored(installId)).claimed).toEqual([click.id])
  })

  it('claims nothing in a shared range', async () => {
    const [link, address] = [await world.link(), '198.51.100.9']
    const click = await world.click(link, PIXEL, { address })
    const install = await byCode(link, PIXEL, address)
    await expectLinkOnly(link, install)
    expect(install.explained).toMatchObject({
      is_address_shared: true,
      notes: ['shared_range', 'visitors: 1'],
      verdicts: { [click.id]: 'crowded_address' },
      summary: expect.stringContaining('the network is shared by unrelated people'),
    })
  })

  it.each<[string, Record<string, unknown>]>([
    ['screen', { screen_width: 360, screen_height: 800 }],
    ['model', { model: 'SM-S911B' }],
    ['system version', { os_version: '13' }],
    ['time zone', { time_zone: 'Asia/Tokyo' }],
    ['language', { languages: ['tr-TR'] }],
  ])('claims no click of a phone with another %s', async (_signal, device) => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, PIXEL, { address })
    const phone = { ...PIXEL, device: { ...PIXEL.device, ...device } }
    const install = await byCode(link, phone, address)
    await expectLinkOnly(link, install)
    expect(install.explained.verdicts).toEqual({ [click.id]: 'other_device' })
    expect(install.explained.summary).toContain('the click came from a different device')
  })

  it('claims a click without a device report, because nothing differs', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, PIXEL, { address, reports: false })
    const { installId } = await byCode(link, PIXEL, address)
    expect((await world.stored(installId)).claimed).toEqual([click.id])
  })

  it('claims no click from another address, before the window, or of another link', async () => {
    const [link, other, address] = [await world.link(), await world.link(), freshAddress()]
    await world.click(link, PIXEL)
    await world.click(link, PIXEL, { address, minutesAgo: 121 })
    const ofOther = await world.click(other, PIXEL, { address })
    const install = await byCode(link, PIXEL, address)
    await expectLinkOnly(link, install)
    expect(install.explained.verdicts).toEqual({ [ofOther.id]: 'other_link' })
    expect(install.explained.summary).toBe(
      'Not matched: the code carries no token, and no unused click of this link came from the same network in the 2 hours before the install; the install keeps the link.',
    )
  })

  it('claims no click twice', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, PIXEL, { address })
    const first = await byCode(link, PIXEL, address)
    const second = await byCode(link, PIXEL, address)
    expect(second.answer).toMatchObject({
      ...NO_MATCH,
      reason: 'no_candidate',
      link: { code: link.code },
    })
    expect(second.explained.verdicts).toEqual({ [click.id]: 'consumed' })
    expect((await world.stored(first.installId)).claimed).toEqual([click.id])
    expect(await world.stored(second.installId)).toMatchObject(NOTHING_CLAIMED)
  })

  it('never falls back to signals', async () => {
    const [link, other, address] = [await world.link(), await world.link(), freshAddress()]
    await world.click(other, IPHONE, { address })
    expect((await world.install(IPHONE, { address: freshAddress() })).answer.reason).toBe(
      'no_candidate',
    )
    await expectLinkOnly(link, await byCode(link, IPHONE, address))
  })
})
