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

const FORGED = `click_token=${'A'.repeat(43)}`
const IGNORED = 'The click token failed verification and was ignored.'

describe('a token that fails verification', () => {
  it('is noted, and a fresh click that agrees in four signals is matched with no higher confidence', async () => {
    const confidences = []
    for (const install_referrer of [undefined, FORGED]) {
      const address = freshAddress()
      const click = await world.click(await world.link(), PIXEL, { address, minutesAgo: 4 })
      const made = await world.install(PIXEL, { address, install_referrer })
      expect(made.answer).toMatchObject({ matched: true, match_type: 'fingerprint' })
      expect((await world.stored(made.installId)).claimed).toEqual([click.id])
      confidences.push(made.answer.confidence)
      const notes = install_referrer === undefined ? [] : ['invalid_token']
      expect(made.explained.notes).toEqual([...notes, 'visitors: 1'])
    }
    expect(confidences[1]).toBe(confidences[0])
    expect(confidences[1]).toBeLessThanOrEqual(0.99)
  })

  it('prevents a match with a click of more than 5 minutes', async () => {
    const address = freshAddress()
    const click = await world.click(await world.link(), PIXEL, { address, minutesAgo: 6 })
    const { installId, answer, explained } = await world.install(PIXEL, {
      address,
      install_referrer: FORGED,
    })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'below_threshold' })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    expect(explained.notes).toContain('invalid_token')
    expect(explained.verdicts).toEqual({ [click.id]: 'not_chosen' })
    expect(explained.summary).toBe(
      `Not matched: with an invalid token, only a click of the last 5 minutes that agrees in four signals is matched. ${IGNORED}`,
    )
    // The same phone without the forged token is matched.
    expect((await world.install(PIXEL, { address })).answer.matched).toBe(true)
  })

  it('prevents a match with a click that agrees in three signals, or differs in one', async () => {
    const few = { screen_width: 412, screen_height: 915, os_version: '14', model: 'Pixel 8' }
    const other = { ...PIXEL.device, languages: ['tr-TR'] }
    for (const device of [few, other]) {
      const address = freshAddress()
      await world.click(await world.link(), PIXEL, { address })
      const phone = { ...PIXEL, device }
      const forged = await world.install(phone, { address, install_referrer: FORGED })
      expect(forged.answer).toMatchObject({ ...NO_MATCH, reason: 'below_threshold' })
      expect(forged.explained.summary).toContain('agrees in four signals')
      expect((await world.install(phone, { address })).answer.matched).toBe(true)
    }
  })

  it('leaves the code to its own rule', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, PIXEL, { address })
    const { installId, answer, explained } = await world.install(PIXEL, {
      address,
      install_referrer: `dyna_code=${link.code}&${FORGED}`,
    })
    expect(answer).toMatchObject({ matched: true, confidence: 0.9 })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
    expect(explained).toMatchObject({ step: 'code', notes: ['invalid_token', 'visitors: 1'] })
    const neighbour = await world.install(IPHONE, {
      address,
      install_referrer: `dyna_code=${link.code}&${FORGED}`,
    })
    expect(neighbour.answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate' })
    expect(neighbour.explained.summary).toContain(IGNORED)
  })

  it('does not lift the veto of another source', async () => {
    const address = freshAddress()
    await world.click(await world.link(), PIXEL, { address })
    const install_referrer = `${FORGED}&gclid=OTHER`
    const { answer, explained } = await world.install(PIXEL, { address, install_referrer })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'other_source' })
    expect(explained.notes).toEqual(['invalid_token', 'other_source: gclid'])
    expect(explained.summary).toContain(IGNORED)
  })

  it('is also noted if it was in the clipboard', async () => {
    await world.settings({ clipboard: true })
    const link = await world.link()
    const link_url = `https://${world.api.project.linkHost}/${link.code}?${FORGED}`
    const { answer, explained } = await world.install(IPHONE, { link_url })
    await world.settings({ clipboard: false })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'no_candidate', link: { code: link.code } })
    expect(explained).toMatchObject({ step: 'code', notes: ['invalid_token', 'visitors: 0'] })
  })
})

describe('a verified token', () => {
  it('is wrong_project if it is another project’s, and no click of either is claimed', async () => {
    const [own, address] = [await world.link(), freshAddress()]
    const project = world.api.otherProject
    const foreign = await world.link({ code: own.code }, project)
    const theirs = await world.click(foreign, PIXEL, { address, project })
    await world.click(own, PIXEL, { address })
    const { installId, answer, explained } = await world.install(PIXEL, {
      address,
      install_referrer: theirs.referrer,
    })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'wrong_project', link: null })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    expect(
      await world.prisma.click.count({
        where: { linkId: { in: [own.id, foreign.id] }, consumedAt: { not: null } },
      }),
    ).toBe(0)
    expect(explained).toMatchObject({
      step: 'token',
      notes: [],
      candidates: [],
      summary:
        'Not matched: the click token belongs to another project; the app may have been built with the wrong project key.',
    })
  })

  it('is certain, and claims its click from any address', async () => {
    const link = await world.link()
    const click = await world.click(link, PIXEL, { reports: false })
    const { installId, answer, explained } = await world.install(PIXEL, {
      install_referrer: click.referrer,
    })
    expect(answer).toMatchObject({ matched: true, match_type: 'referrer', confidence: 1 })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
    expect(explained.summary).toBe(
      'Matched: the install referrer carried the verified token of this click.',
    )
  })

  it('ends as already_consumed if its click is consumed, at any age', async () => {
    const [link, address] = [await world.link(), freshAddress()]
    const click = await world.click(link, PIXEL, { address })
    const install_referrer = click.referrer
    await world.install(PIXEL, { install_referrer })
    await world.click(link, PIXEL, { address })
    await world.prisma.click.updateMany({
      where: { id: click.id },
      data: { createdAt: new Date(Date.now() - 31 * 86_400_000) },
    })
    const { installId, answer, explained } = await world.install(PIXEL, {
      address,
      install_referrer,
    })
    expect(answer).toMatchObject({
      ...NO_MATCH,
      reason: 'already_consumed',
      link: { code: link.code },
    })
    expect(await world.stored(installId)).toMatchObject(NOTHING_CLAIMED)
    expect(explained).toMatchObject({ step: 'token', verdicts: { [click.id]: 'consumed' } })
    expect(explained.summary).toBe(
      'Not matched: another install has already claimed the click, and each click is claimed once.',
    )
  })

  it('is expired after more than 30 days', async () => {
    const click = await world.click(await world.link(), PIXEL, { minutesAgo: 31 * 24 * 60 })
    const { answer, explained } = await world.install(PIXEL, { install_referrer: click.referrer })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'expired' })
    expect(explained.summary).toContain('older than 30 days, for which its token is valid')
  })
})
