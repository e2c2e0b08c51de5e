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
  await world.settings({ clipboard: true })
})
afterAll(() => world.api.close())

const HOUR_MS = 3_600_000
const hoursAgo = (hours: number) => new Date(Date.now() - hours * HOUR_MS)
const isoAgo = (hours: number) => hoursAgo(hours).toISOString()
const secondsAgo = (hours: number) => Math.floor(hoursAgo(hours).getTime() / 1_000)

type Click = Awaited<ReturnType<Scenarios['click']>>
type Way = (link: { code: string }, click: Click) => Record<string, unknown>

const WAYS: [way: string, phone: Phone, body: Way][] = [
  ['signals', IPHONE, () => ({})],
  ['a code', PIXEL, ({ code }) => ({ install_referrer: `dyna_code=${code}` })],
  [
    'a token in the clipboard',
    IPHONE,
    ({ code }, { id }) => ({
      link_url: `https://${world.api.project.linkHost}/${code}?click_token=${world.make.token(id)}`,
    }),
  ],
]

/** An install that would otherwise be matched to a click of a minute ago. */
async function installedAt(phone: Phone, way: Way, times: Record<string, unknown>) {
  const [link, address] = [await world.link(), freshAddress()]
  const click = await world.click(link, phone, { address, minutesAgo: 1 })
  return { click, ...(await world.install(phone, { address, ...way(link, click), ...times })) }
}

describe.each(WAYS)('an app that was installed before the click, by %s,', (_way, phone, way) => {
  it.each<[string, () => Record<string, unknown>]>([
    ['installed_at', () => ({ installed_at: isoAgo(240) })],
    ['install_begin_at as ISO time', () => ({ install_begin_at: isoAgo(240) })],
    ['install_begin_at in Unix seconds', () => ({ install_begin_at: secondsAgo(240) })],
    [
      'install_begin_at beside a referrer_click_at of then',
      () => ({ install_begin_at: secondsAgo(240), referrer_click_at: secondsAgo(240.1) }),
    ],
    [
      'install_begin_at against a fresh installed_at',
      () => ({ install_begin_at: isoAgo(240), installed_at: isoAgo(0) }),
    ],
  ])('is rejected by %s', async (_by, times) => {
    const { click, installId, answer, explained } = await installedAt(phone, way, times())
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'installed_before_click' })
    expect(await world.stored(installId)).toMatchObject({
      ...NOTHING_CLAIMED,
      install: { isMatched: false, clickId: null, reason: 'installed_before_click' },
    })
    expect(explained.verdicts).toEqual({ [click.id]: 'installed_before' })
    expect(explained.summary).toBe(
      'Not matched: the app was installed more than 24 hours before the click, so the click cannot have led to the install.',
    )
  })

  it.each<[string, () => Record<string, unknown>]>([
    ['23 hours before', () => ({ installed_at: isoAgo(23), install_begin_at: secondsAgo(23) })],
    ['in the future', () => ({ installed_at: isoAgo(-240), install_begin_at: isoAgo(-240) })],
    ['at a time that Play does not know', () => ({ install_begin_at: 0, referrer_click_at: 0 })],
    [
      'now by Play’s clock, though the phone’s is ten days slow',
      () => ({ install_begin_at: secondsAgo(0), installed_at: isoAgo(240) }),
    ],
  ])('is matched if that was %s', async (_when, times) => {
    const { click, installId, answer } = await installedAt(phone, way, times())
    expect(answer.matched).toBe(true)
    expect((await world.stored(installId)).claimed).toEqual([click.id])
  })
})

describe('an app that was installed before the click', () => {
  it('keeps the link of its code', async () => {
    const link = await world.link()
    const address = freshAddress()
    await world.click(link, PIXEL, { address })
    const { answer } = await world.install(PIXEL, {
      address,
      install_referrer: `dyna_code=${link.code}`,
      installed_at: isoAgo(240),
    })
    expect(answer).toMatchObject({ reason: 'installed_before_click', link: { code: link.code } })
  })

  it('is matched and flagged by the token of a Play referrer', async () => {
    const click = await world.click(await world.link(), PIXEL)
    const { installId, answer, explained } = await world.install(PIXEL, {
      install_referrer: click.referrer,
      install_begin_at: secondsAgo(240),
    })
    expect(answer).toMatchObject({ matched: true, confidence: 1 })
    expect((await world.stored(installId)).claimed).toEqual([click.id])
    expect(explained.notes).toEqual(['installed_before_click'])
    expect(explained.candidates?.[0]?.flags).toEqual(['install_began_before_click'])
  })

  it('is rejected if it began over 24 h before Play’s own click, though not before ours', async () => {
    await world.settings({ windowMinutes: 24 * 60 })
    const address = freshAddress()
    const link = await world.link()
    await world.click(link, PIXEL, { address, minutesAgo: 20 * 60 })
    const began = { address, install_begin_at: secondsAgo(30) }
    const referrer_click_at = secondsAgo(0)
    const { answer } = await world.install(PIXEL, { ...began, referrer_click_at })
    expect(answer).toMatchObject({ ...NO_MATCH, reason: 'installed_before_click' })
    const install_referrer = `dyna_code=${link.code}`
    expect((await world.install(PIXEL, { ...began, install_referrer })).answer.matched).toBe(true)
    await world.settings({ windowMinutes: 120 })
  })
})

it.each(['install_begin_at', 'referrer_click_at'])('%s is validated', async (field) => {
  for (const value of ['yesterday', -1, 1.5, 99_999_999_999, true]) {
    const { status, body } = await world.api.sdk('POST', '/api/attribution/installs', {
      body: {
        install_id: '6f2b1a52-7e0c-4a35-9d5e-0c9a0f8e1d11',
        platform: 'android',
        [field]: value,
      },
    })
    expect([status, Object.keys(body.errors as object)]).toEqual([422, [field]])
  }
})
