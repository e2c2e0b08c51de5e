import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { noClickIds } from '../links/click-ids.js'
import { decideBySignals } from './decide-by-signals.js'
import type { CandidateVerdict, ClickCandidate, Decision, MatchInput } from './match-types.js'
import {
  EMPTY_REFERRER,
  IPHONE,
  makeClick,
  makeInstall,
  minutesAgo,
  NOW,
  OTHER_IPHONE,
  TEST_MODEL,
  UNREPORTED,
  verdictsOf,
} from './test-fixtures.js'

const DAY = 24 * 60
const times = { installedAt: null, beganAt: null, referrerClickAt: null }

const decide = (candidates: ClickCandidate[], input: Partial<MatchInput> = {}) =>
  decideBySignals(TEST_MODEL, makeInstall(input), candidates)

const visitors = (count: number, overrides: Partial<ClickCandidate> = {}) =>
  Array.from({ length: count }, (_, n) => makeClick({ name: `v${n}`, ...overrides }))

describe('signals', () => {
  it('match the only equal phone at its address and supersede the visitor’s other clicks', () => {
    const young = makeClick({ name: 'young', visitorId: 'me' })
    const old = makeClick({ name: 'old', visitorId: 'me', minutes: 20 })
    const decision = decide([old, young])
    expect(decision).toMatchObject({
      matched: true,
      matchType: 'fingerprint',
      clickId: young.clickId,
      supersededClickIds: [old.clickId],
      explanation: { step: 'signals', notes: ['visitors: 1'] },
    })
    expect(decision.confidence).toBeGreaterThan(0.9)
    expect(decision.confidence).toBeLessThanOrEqual(0.99)
    expect(verdictsOf(decision)).toEqual(['superseded', 'claimed'])
  })

  it('match one of several different phones', () => {
    const own = makeClick()
    expect(decide([...visitors(3, { signals: OTHER_IPHONE }), own]).clickId).toBe(own.clickId)
  })

  it('are ambiguous if two visitors share the probability, also on different links', () => {
    for (const linkId of [1, 2]) {
      const decision = decide([makeClick(), makeClick({ name: 'twin', linkId })])
      expect(decision).toMatchObject({ matched: false, reason: 'ambiguous', confidence: 0 })
      expect(verdictsOf(decision)).toEqual(['not_chosen', 'not_chosen'])
    }
  })

  it('are ambiguous if two share it, even if calibration raises both', () => {
    const calibration = [{ untilMinutes: 1_440, points: [[0.1, 0.98] as const] }]
    const model = { ...TEST_MODEL, calibration }
    const decideRaised = (...clicks: ClickCandidate[]) =>
      decideBySignals(model, makeInstall(), clicks)
    const twins = decideRaised(makeClick(), makeClick({ name: 'twin', minutes: 6 }))
    expect(twins).toMatchObject({ matched: false, reason: 'ambiguous' })
    expect(decideRaised(makeClick()).matched).toBe(true)
    const other = makeClick({ name: 'other', signals: OTHER_IPHONE })
    expect(decideRaised(makeClick(), other).matched).toBe(true)
  })

  it('are ambiguous if another visitor’s phone also fits, however old that click is', () => {
    const twin = (overrides: object) => makeClick({ name: 'twin', minutes: 119, ...overrides })
    const among = (other: ClickCandidate) => decide([makeClick(), other], { minConfidence: 0.5 })
    expect(among(twin({})).reason).toBe('ambiguous')
    expect(among(twin({ signals: { ...IPHONE, languages: ['de-AT'] } })).matched).toBe(true)
    expect(among(twin({ consumedAt: minutesAgo(0) })).matched).toBe(true)
  })

  it('are below the threshold if the best click is not probable enough', () => {
    expect(decide([makeClick({ signals: OTHER_IPHONE })]).reason).toBe('below_threshold')
    const score = decide([makeClick({ minutes: 30 })]).explanation.candidates[0]?.score ?? 0
    const atLeast = (minConfidence: number) =>
      decide([makeClick({ minutes: 30 })], { minConfidence })
    expect(atLeast(score).matched).toBe(true)
    expect(atLeast(score + 0.0001).reason).toBe('below_threshold')
  })

  it.each<[string | null, CandidateVerdict, Partial<ClickCandidate> & { minutes?: number }]>([
    ['no_candidate', 'other_address', { sameAddress: false }],
    ['no_candidate', 'other_platform', { platform: 'android' }],
    ['expired', 'outside_window', { minutes: 121 }],
    ['no_candidate', 'outside_window', { minutes: -1 }],
    ['already_consumed', 'consumed', { consumedAt: minutesAgo(0) }],
    ['no_candidate', 'consumed', { consumedAt: minutesAgo(0), signals: OTHER_IPHONE }],
  ])('end as %s where the click is %s', (reason, verdict, overrides) => {
    const decision = decide([makeClick(overrides)])
    expect(decision).toMatchObject({ matched: false, reason })
    expect(verdictsOf(decision)).toEqual([verdict])
  })

  it('end as no_candidate without any click', () => {
    expect(decide([])).toMatchObject({ reason: 'no_candidate', linkId: null })
  })

  it('report the first of several reasons', () => {
    const consumed = makeClick({ name: 'taken', consumedAt: minutesAgo(0) })
    const old = makeClick({ name: 'old', minutes: 121 })
    const before = { ...times, installedAt: minutesAgo(10 * DAY) }
    expect(decide([old, consumed]).reason).toBe('already_consumed')
    expect(decide([old, makeClick()], { times: before }).reason).toBe('expired')
  })
})

describe('an app that was installed before', () => {
  it.each<[string, Partial<MatchInput['times']>, string | null]>([
    ['ten days by its clock', { installedAt: minutesAgo(10 * DAY) }, 'installed_before_click'],
    ['ten days by Play’s clock', { beganAt: minutesAgo(10 * DAY) }, 'installed_before_click'],
    ['23 h', { installedAt: minutesAgo(23 * 60) }, null],
    ['in the future', { installedAt: minutesAgo(-10 * DAY) }, null],
    [
      'ten days by its clock, a minute by Play’s',
      { installedAt: minutesAgo(10 * DAY), beganAt: minutesAgo(1) },
      null,
    ],
    [
      'ten days with Play’s click of then',
      { beganAt: minutesAgo(10 * DAY), referrerClickAt: minutesAgo(10 * DAY) },
      'installed_before_click',
    ],
    [
      'two days before Play’s click',
      { beganAt: minutesAgo(2 * DAY), referrerClickAt: minutesAgo(2) },
      'installed_before_click',
    ],
  ])('%s ends as %s', (_when, installed, reason) => {
    const decision = decide([makeClick()], { times: { ...times, ...installed } })
    expect(decision.reason).toBe(reason)
    expect(verdictsOf(decision)).toEqual([reason === null ? 'claimed' : 'installed_before'])
  })
})

describe('a referrer without code and token', () => {
  const withGclid = { ...EMPTY_REFERRER, clickIds: { ...noClickIds(), gclid: 'G' } }

  it('vetoes the signals if it names another source, and considers no click', () => {
    const decision = decide([makeClick()], { referrer: withGclid })
    expect(decision).toMatchObject({ reason: 'other_source', explanation: { step: 'source' } })
    expect(decision.explanation.notes).toEqual(['other_source: gclid'])
    expect(verdictsOf(decision)).toEqual(['not_considered'])
  })

  it('keeps only the clicks that carry what it names', () => {
    const own = makeClick({ params: { gclid: 'G' } })
    const decision = decide([makeClick({ name: 'twin' }), own], { referrer: withGclid })
    expect(decision.clickId).toBe(own.clickId)
    expect(verdictsOf(decision)).toEqual(['other_source', 'claimed'])
  })

  it('does not match a click that is not claimable', () => {
    const taken = makeClick({ params: { gclid: 'G' }, consumedAt: minutesAgo(0) })
    expect(decide([taken], { referrer: withGclid }).reason).toBe('other_source')
  })
})

describe('with an invalid token', () => {
  const clickToken = { state: 'invalid' } as const

  it('signals need four comparable ones that all agree, and a click within 5 minutes', () => {
    expect(decide([makeClick({ minutes: 5 })], { clickToken }).matched).toBe(true)
    expect(decide([makeClick({ minutes: 5.1 })]).matched).toBe(true)
    expect(decide([makeClick({ minutes: 5.1 })], { clickToken })).toMatchObject({
      matched: false,
      reason: 'below_threshold',
      explanation: { notes: ['invalid_token', 'visitors: 1'] },
    })
    const three = { signals: { ...IPHONE, timeZone: null } }
    expect(decide([makeClick(three)]).matched).toBe(true)
    expect(decide([makeClick(three)], { clickToken }).reason).toBe('below_threshold')
    const five = { ...IPHONE, model: 'iPhone' }
    const fiveOfSix = makeClick({ signals: { ...five, languages: ['tr-TR'] } })
    expect(decide([fiveOfSix], { signals: five }).matched).toBe(true)
    expect(decide([fiveOfSix], { signals: five, clickToken }).reason).toBe('below_threshold')
  })

  it('the confidence does not rise', () => {
    const plain = decide([makeClick()])
    expect(decide([makeClick()], { clickToken }).confidence).toBe(plain.confidence)
  })
})

describe('the shared IP cap', () => {
  it('applies from the ninth visitor inside the window, of any system, claimed or not', () => {
    const android = { platform: 'android', signals: OTHER_IPHONE }
    const [seven, eight] = [visitors(7, android), visitors(8, android)]
    expect(decide([makeClick(), ...seven]).matched).toBe(true)
    const decision = decide([makeClick(), ...eight])
    expect(decision.reason).toBe('ambiguous')
    expect(verdictsOf(decision)[0]).toBe('crowded_address')
    expect(decision.explanation.notes).toEqual(['visitors: 9'])
    const taken = eight.map((click) => ({ ...click, consumedAt: NOW }))
    expect(decide([makeClick(), ...taken]).reason).toBe('ambiguous')
    const old = eight.map((click) => ({ ...click, createdAt: minutesAgo(121) }))
    expect(decide([makeClick(), ...old]).matched).toBe(true)
  })

  it('counts a visitor once, and each click without a device report', () => {
    expect(decide(visitors(200, { visitorId: 'me' })).matched).toBe(true)
    expect(decide(visitors(9, { visitorId: null })).reason).toBe('ambiguous')
  })

  it('keeps, in a /64, the click of the install’s whole address', () => {
    const own = makeClick()
    const others = visitors(9, { sameFullAddress: false })
    expect(decide([...others, own], { isAddressV6: true }).clickId).toBe(own.clickId)
    expect(decide(others, { isAddressV6: true }).reason).toBe('ambiguous')
  })
})

describe('an IPv6 address', () => {
  it('does not identify a phone if two visitors were seen on it', () => {
    const note = 'shared_ipv6_address'
    const isAddressV6 = true
    expect(decide([makeClick()], { isAddressV6 }).explanation.notes).not.toContain(note)
    const two = decide([makeClick(), makeClick({ name: 'two', signals: OTHER_IPHONE })], {
      isAddressV6,
    })
    expect(two.explanation.notes).toEqual(['visitors: 2', note])
    const address = two.explanation.candidates[0]?.signals?.find(
      ({ signal }) => signal === 'address',
    )
    expect(address).toMatchObject({ outcome: 'not_comparable', weight: 0 })
  })
})

const withoutOrder = ({ supersededClickIds, ...decision }: Decision) => ({
  ...decision,
  supersededClickIds: new Set(supersededClickIds),
  explanation: null,
})

it('decides the same in any order of the clicks, and claims at most one visitor’s', () => {
  const click = fc.record({
    name: fc.constantFrom('a', 'b', 'c', 'd'),
    visitorId: fc.constantFrom('x', 'y', null),
    minutes: fc.integer({ min: 0, max: 130 }),
    signals: fc.constantFrom(IPHONE, OTHER_IPHONE, UNREPORTED),
    platform: fc.constantFrom('ios', 'android'),
    consumedAt: fc.constantFrom(null, NOW),
    sameFullAddress: fc.boolean(),
  })
  const clicks = fc.uniqueArray(click.map(makeClick), { selector: ({ clickId }) => clickId })
  fc.assert(
    fc.property(clicks, fc.boolean(), (candidates, isAddressV6) => {
      const forward = decide(candidates, { isAddressV6 })
      const backward = decide([...candidates].reverse(), { isAddressV6 })
      expect(withoutOrder(backward)).toEqual(withoutOrder(forward))
      const claimed = candidates.filter(({ clickId }) => clickId === forward.clickId)
      expect(claimed).toHaveLength(forward.matched ? 1 : 0)
      for (const one of claimed) expect([one.platform, one.consumedAt]).toEqual(['ios', null])
    }),
  )
})
