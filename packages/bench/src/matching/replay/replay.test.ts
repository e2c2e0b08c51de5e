import { describe, expect, it } from '@jest/globals'
import { pointScore } from '../baselines/point-score/point-score.js'
import type { DumpedClick, DumpedInstall } from '../dump/dump.js'
import type { ReplayCandidate } from './candidate.js'
import { replay, type Decide } from './replay.js'

const device = {
  os_version: '15',
  model: 'SM-A155F',
  screen_width: 384,
  screen_height: 832,
  pixel_ratio: 2.8125,
  languages: ['de-DE'],
  time_zone: 'Europe/Berlin',
}

const click = (clickId: string, overrides: Partial<DumpedClick> = {}): DumpedClick => ({
  clickId,
  episode: 0,
  scenario: 'test',
  project: 'shop',
  linkId: 1,
  campaignId: null,
  personId: 'anna',
  address: '28.0.0.1',
  atMinutes: 0,
  platform: 'android',
  osVersion: null,
  deviceModel: null,
  source: 'link_host',
  uncountedReason: null,
  params: {},
  visitorId: clickId,
  signals: { platform: 'android', ...device },
  ...overrides,
})

const install = (installId: string, overrides: Partial<DumpedInstall> = {}): DumpedInstall => ({
  installId,
  episode: 0,
  scenario: 'test',
  project: 'shop',
  windowMinutes: 120,
  personId: 'anna',
  platform: 'android',
  address: '28.0.0.1',
  atMinutes: 2,
  beganAtMinutes: 1,
  referrerClickAtMinutes: null,
  body: { install_id: installId, platform: 'android', device, installed_at: '' },
  token: { state: 'absent' },
  codeLinkId: null,
  truth: { clickId: null, acceptedClickIds: [], isOrganic: true, way: 'signals' },
  decision: { clickId: null, matchType: null, confidence: 0, reason: null },
  ...overrides,
})

/** The candidates that a rule gets for the only install. */
function shown(clicks: DumpedClick[], one: DumpedInstall): readonly ReplayCandidate[] {
  let seen: readonly ReplayCandidate[] = []
  const look: Decide = (_install, candidates) => {
    seen = candidates
    return { clickId: null, confidence: 0 }
  }
  replay({ clicks, installs: [one] }, look)
  return seen
}

const idsOf = (candidates: readonly ReplayCandidate[]) => candidates.map(({ clickId }) => clickId)

describe('a replay', () => {
  it('returns the clicks of the same project and network before the install, newest first', () => {
    const clicks = [
      click('old', { atMinutes: -30 }),
      click('new'),
      click('later', { atMinutes: 3 }),
      click('elsewhere', { address: '28.0.0.2' }),
      click('other project', { project: 'game' }),
    ]
    expect(idsOf(shown(clicks, install('i')))).toEqual(['new', 'old'])
    const [home, near] = ['2600:0:1:1:5:6:7:8', '2600:0:1:1:9:9:9:9']
    const seen = shown([click('near', { address: near })], install('i', { address: home }))
    expect(seen).toMatchObject([{ sameAddress: true, sameFullAddress: false }])
  })

  it('returns 200 reported clicks of the window and 20 older ones, then those without a report', () => {
    const many = (count: number, atMinutes: number, overrides: Partial<DumpedClick> = {}) =>
      Array.from({ length: count }, (_, n) =>
        click(`${atMinutes} ${n}`, { atMinutes: atMinutes + n / 1_000, ...overrides }),
      )
    const clicks = [
      ...many(30, -500),
      ...many(250, 0),
      click('unreported', { atMinutes: 1, signals: null }),
    ]
    const seen = shown(clicks, install('i'))
    expect(seen).toHaveLength(221)
    expect(seen[0]?.clickId).toBe('0 249')
    expect(seen.at(-1)).toMatchObject({ clickId: 'unreported', isReported: false })
  })

  it('returns the click that a token names, wherever it is', () => {
    const far = click('far', { address: '28.0.0.9', atMinutes: -9_000 })
    const seen = shown([far], install('i', { token: { state: 'valid', clickId: 'far' } }))
    expect(seen).toMatchObject([{ clickId: 'far', sameAddress: false }])
  })

  it('returns no click twice, and none that was claimed together with a newer one', () => {
    const clicks = [
      click('older', { visitorId: 'v', atMinutes: -1 }),
      click('newer', { visitorId: 'v' }),
    ]
    const installs = [install('first'), install('second', { atMinutes: 3 })]
    const decisions = replay({ clicks, installs }, pointScore())
    expect(decisions.get('first')).toMatchObject({
      clickId: 'newer',
      supersededClickIds: ['older'],
    })
    expect(decisions.get('second')).toMatchObject({ clickId: null })
  })
})

describe('the former rule', () => {
  const given = (clicks: DumpedClick[], one: DumpedInstall, threshold?: number) =>
    replay({ clicks, installs: [one] }, pointScore(threshold)).get(one.installId)?.clickId

  it('matches an equal phone for six minutes, and for longer below its threshold', () => {
    expect(given([click('own')], install('i', { atMinutes: 5.9 }))).toBe('own')
    const late = install('i', { atMinutes: 6.1 })
    expect(given([click('own')], late)).toBeNull()
    expect(given([click('own')], late, 0.6)).toBe('own')
  })

  it('rejects another phone, an address over the shared IP cap, and two clicks with different destinations', () => {
    const other = { signals: { platform: 'android', ...device, model: 'Pixel 8' } }
    expect(given([click('other', other)], install('i'))).toBeNull()
    const overCap = Array.from({ length: 9 }, (_, n) => click(`c${n}`))
    expect(given(overCap, install('i'))).toBeNull()
    expect(given(overCap.slice(1), install('i'))).toBe('c8')
    expect(given([click('a'), click('b', { linkId: 2 })], install('i'))).toBeNull()
  })

  it("returns the newest click of a code's link, of any phone", () => {
    const ios = click('ios', { platform: 'ios', atMinutes: 1 })
    expect(given([click('a'), ios], install('i', { codeLinkId: 1 }))).toBe('ios')
    expect(given([click('a'), ios], install('i', { codeLinkId: 2 }))).toBeNull()
  })
})
