import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  freshAddress,
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

/** An install whose phone clicked a link a minute ago, so that signals alone would match it. */
async function installWith(
  install_referrer: string | undefined,
  { query = '', link: columns = {} }: { query?: string; link?: Record<string, unknown> } = {},
) {
  const [link, address] = [await world.link(columns), freshAddress()]
  const click = await world.click(link, PIXEL, { address, query, minutesAgo: 1 })
  return { click, ...(await world.install(PIXEL, { address, install_referrer })) }
}

describe('a referrer vetoes signals', () => {
  it.each([
    ['another network’s parameter', 'af_tranid=x&pid=net', 'af_tranid'],
    [
      'another network’s parameter beside our source',
      'utm_source=ads&adjust_reftag=c1',
      'adjust_reftag',
    ],
    ['an unknown code', 'dyna_code=NOPE123', 'dyna_code'],
    ['what cannot be a code', 'dyna_code=a%20b', 'dyna_code'],
    ['a click id that no click carries', 'gclid=OTHER', 'gclid'],
    ['a source that no click carries', 'utm_source=newsletter', 'utm_source'],
    ['a source beside a click id of the click', 'gclid=G1&utm_source=newsletter', 'utm_source'],
  ])('if it has %s', async (_what, referrer, named) => {
    const { click, installId, answer, explained } = await installWith(referrer, {
      query: '?gclid=G1',
    })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'other_source', link: null })
    expect(await world.stored(installId)).toMatchObject({
      ...NOTHING_CLAIMED,
      install: { isMatched: false, reason: 'other_source' },
    })
    expect(explained).toMatchObject({
      reason: 'other_source',
      step: 'source',
      notes: [`other_source: ${named}`],
      verdicts: { [click.id]: 'not_considered' },
      summary: `Not matched: the install referrer names another source (${named}), which no click from the same network carries.`,
    })
  })

  it('if it has a code of another project', async () => {
    const foreign = await world.link({}, world.api.otherProject)
    const { answer, explained } = await installWith(`dyna_code=${foreign.code}`)
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'other_source', link: null })
    expect(explained.notes).toEqual(['other_source: dyna_code'])
  })
})

describe('a referrer does not veto signals', () => {
  it.each<[string, string | undefined, { query?: string; link?: Record<string, unknown> }]>([
    ['if it is absent', undefined, {}],
    ['if it is empty', '', {}],
    ['if its source is (not set)', 'utm_source=(not%20set)&utm_medium=(not%20set)', {}],
    ['if its source is (direct)', 'utm_source=(direct)', {}],
    ['if its medium is organic', 'utm_source=google-play&utm_medium=organic', {}],
    ['if it has the click’s own id', 'gclid=G1', { query: '?gclid=G1' }],
    ['if it has the source of the click’s query', 'utm_source=ads', { query: '?utm_source=ads' }],
    ['if it has the source of the link', 'utm_source=ads', { link: { utmSource: 'ads' } }],
  ])('%s', async (_what, referrer, click) => {
    const made = await installWith(referrer, click)
    expect(made.answer).toMatchObject({ matched: true, match_type: 'fingerprint' })
    expect((await world.stored(made.installId)).claimed).toEqual([made.click.id])
    expect(made.explained).toMatchObject({ step: 'signals', notes: ['visitors: 1'] })
  })

  it('if it has the source of the link’s campaign', async () => {
    const campaign = await world.make.campaign({ utmSource: 'ads' })
    const link = { campaignId: campaign.id, utmSource: 'other' }
    expect((await installWith('utm_source=ads', { link })).answer.matched).toBe(true)
  })
})

it('only the click with the referrer’s id can be claimed', async () => {
  const [link, address] = [await world.link(), freshAddress()]
  const own = await world.click(link, PIXEL, { address, query: '?gclid=MINE', minutesAgo: 5 })
  const twin = await world.click(link, PIXEL, { address, query: '?gclid=THEIRS' })
  const { installId, answer, explained } = await world.install(PIXEL, {
    address,
    install_referrer: 'gclid=MINE',
  })
  expect(answer).toMatchObject({ matched: true, attribution: { gclid: 'MINE' } })
  expect((await world.stored(installId)).claimed).toEqual([own.id])
  expect(explained.verdicts).toEqual({ [own.id]: 'claimed', [twin.id]: 'other_source' })
})

it('a claimed click matches no second install', async () => {
  const [link, address] = [await world.link(), freshAddress()]
  const click = await world.click(link, PIXEL, { address, query: '?gclid=G1' })
  const first = await world.install(PIXEL, { address })
  expect((await world.stored(first.installId)).claimed).toEqual([click.id])
  const second = await world.install(PIXEL, { address, install_referrer: 'gclid=G1' })
  expect(second.answer).toMatchObject({ ...NO_MATCH, reason: 'other_source' })
  expect(await world.stored(second.installId)).toMatchObject(NOTHING_CLAIMED)
})
