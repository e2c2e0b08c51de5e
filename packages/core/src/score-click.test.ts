import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decideInstallMatch } from './install-match.js'
import type { ClickCandidate, MatchInput, MatchSignals } from './match-types.js'
import { scoreClick } from './score-click.js'

const now = new Date('2026-03-01T12:00:00Z')

const iphone: MatchSignals = {
  osVersion: '26.1',
  model: null,
  screenWidth: 393,
  screenHeight: 852,
  pixelRatio: 3,
  languages: ['de-DE'],
  timeZone: 'Europe/Berlin',
}
const android: MatchSignals = { ...iphone, osVersion: '14', model: 'Pixel 8' }
const UNTOLD: MatchSignals = {
  osVersion: null,
  model: null,
  screenWidth: null,
  screenHeight: null,
  pixelRatio: null,
  languages: null,
  timeZone: null,
}

const install: MatchInput = {
  now,
  platform: 'ios',
  clickToken: { state: 'absent' },
  codeLinkId: null,
  source: null,
  windowMinutes: 120,
  consentMissing: false,
  installedAt: null,
  isAddressShared: false,
  isAddressOwn: true,
  signals: iphone,
}
const androidInstall: MatchInput = { ...install, platform: 'android', signals: android }

/** A click of this moment, of the same phone and address unless told. */
const click = (overrides: Partial<ClickCandidate> = {}): ClickCandidate => ({
  clickId: '019ca8c0-0000-7000-8000-000000000001',
  linkId: 1,
  campaignId: null,
  platform: 'ios',
  createdAt: now,
  consumedAt: null,
  visitorId: null,
  sameAddress: true,
  sameFullAddress: true,
  signals: iphone,
  ...overrides,
})
const seenAs = (signals: Partial<MatchSignals>) => click({ signals: { ...iphone, ...signals } })
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

const isMatched = (input: MatchInput, candidate: ClickCandidate) =>
  decideInstallMatch(input, [candidate]).matched

describe('the score of a click', () => {
  it('is 1 where all that can be compared agrees, however little that is', () => {
    expect(scoreClick(install, click())).toMatchObject({ score: 1, comparable: 90, agreeing: 4 })
    expect(scoreClick(install, click({ signals: UNTOLD }))).toMatchObject({
      score: 1,
      comparable: 40,
      agreeing: 0,
    })
    expect(scoreClick({ ...install, isAddressShared: true }, click({ signals: UNTOLD }))).toEqual(
      expect.objectContaining({ score: 0, comparable: 0 }),
    )
  })

  it.each<[string, Partial<MatchSignals>, boolean]>([
    ['a frozen version', { osVersion: null }, true],
    ['a frozen version of Safari', { osVersion: '18.6' }, true],
    ['another language', { languages: ['tr-TR'] }, true],
    ['another time zone', { timeZone: 'Europe/London' }, false],
    ['another screen', { screenWidth: 430, screenHeight: 932 }, false],
    ['another version', { osVersion: '26.0' }, false],
    ['no screen', { screenWidth: null }, true],
    ['neither screen nor version', { screenWidth: null, osVersion: null }, false],
    ['neither version nor another’s language', { osVersion: null, languages: ['tr-TR'] }, false],
  ])('with %s', (_, seen, expected) => {
    expect(isMatched(install, seenAs(seen))).toBe(expected)
  })

  it('leaves no room for a difference of the device, whatever else agrees', () => {
    for (const seen of [
      { screenWidth: 412, screenHeight: 915 },
      { osVersion: '13' },
      { model: 'Pixel 7' },
      { timeZone: 'Europe/London' },
    ]) {
      const other = click({ platform: 'android', signals: { ...android, ...seen } })
      expect(scoreClick(androidInstall, other).score).toBeLessThan(0.7)
      expect(scoreClick(androidInstall, { ...other, sameFullAddress: false }).score).toBeLessThan(
        0.7,
      )
    }
  })

  it('needs four signals beside the address; three where that is its own, five where strangers share it', () => {
    const three = seenAs({ osVersion: null })
    expect(scoreClick(install, three)).toMatchObject({ agreeing: 3, required: 3 })
    expect(isMatched(install, three)).toBe(true)
    const home = { ...install, isAddressOwn: false }
    expect(scoreClick(home, three)).toMatchObject({ score: 1, agreeing: 3, required: 4 })
    expect(decideInstallMatch(home, [three]).reason).toBe('below_threshold')
    expect(isMatched(home, click())).toBe(true)
    const neighbour = click({ sameFullAddress: false })
    expect(scoreClick(install, neighbour)).toMatchObject({ agreeing: 4, required: 4 })
    const shared = { isAddressShared: true }
    expect(scoreClick({ ...install, ...shared }, click())).toMatchObject({ required: 5 })
    expect(isMatched({ ...install, ...shared }, click())).toBe(false)
    const alike = click({ platform: 'android', signals: android })
    expect(isMatched({ ...androidInstall, ...shared }, alike)).toBe(true)
  })

  it('falls with age to the threshold within a twentieth of the window, where the address is shared by a home', () => {
    const [home, day] = [120, 1_440].map((windowMinutes) => ({
      ...{ ...install, isAddressOwn: false, windowMinutes },
    })) as [MatchInput, MatchInput]
    const aged = (minutes: number) => click({ createdAt: minutesAgo(minutes) })
    expect(scoreClick(home, aged(3))).toMatchObject({ fit: 1, score: expect.closeTo(0.7 ** 0.5) })
    expect([5.9, 6.1].map((minutes) => isMatched(home, aged(minutes)))).toEqual([true, false])
    expect([71, 73].map((minutes) => isMatched(day, aged(minutes)))).toEqual([true, false])
    expect(scoreClick({ ...home, windowMinutes: 0 }, click()).score).toBe(1)
  })

  it('is hardly less with age where the whole IPv6 address is equal, never by as much as the margin', () => {
    const scoreAt = (minutes: number) =>
      scoreClick(install, click({ createdAt: minutesAgo(minutes) })).score
    expect(scoreAt(0)).toBe(1)
    expect(scoreAt(60)).toBeCloseTo(0.975)
    expect(scoreAt(120)).toBeCloseTo(0.95)
    expect(scoreAt(-0.05)).toBe(1)
    expect(scoreClick({ ...install, windowMinutes: 0 }, click()).score).toBe(1)
  })
})

describe('two phones of one model in a home', () => {
  const twin = (name: number, overrides: Partial<ClickCandidate>) =>
    click({ clickId: `019ca8c0-0000-7000-8000-00000000000${name}`, ...overrides })

  it('can’t be told apart by the age of their clicks', () => {
    const decision = decideInstallMatch(install, [
      twin(1, { visitorId: 'a', createdAt: minutesAgo(119) }),
      twin(2, { visitorId: 'b', linkId: 2 }),
    ])
    expect(decision.reason).toBe('ambiguous')
  })

  it('can’t be told apart by it behind one IPv4 address either, where age takes much of the score', () => {
    const home = { ...install, isAddressOwn: false }
    const clicks = [
      twin(1, { visitorId: 'a', createdAt: minutesAgo(5) }),
      twin(2, { visitorId: 'b', linkId: 2 }),
    ]
    const [older, newer] = clicks.map((one) => scoreClick(home, one).score)
    expect(newer).toBeGreaterThan((older ?? 0) + 0.2)
    expect(decideInstallMatch(home, clicks).reason).toBe('ambiguous')
  })

  it('are told apart by their whole IPv6 addresses, even when the other’s click is new', () => {
    const own = twin(1, { visitorId: 'a', createdAt: minutesAgo(119) })
    const other = twin(2, { visitorId: 'b', linkId: 2, sameFullAddress: false })
    expect(decideInstallMatch(install, [own, other]).clickId).toBe(own.clickId)
    const asAndroid = { platform: 'android', signals: android }
    const [a, b] = [
      { ...own, ...asAndroid },
      { ...other, ...asAndroid },
    ]
    expect(decideInstallMatch(androidInstall, [a, b]).clickId).toBe(own.clickId)
  })

  it('may take each other’s click on one link and campaign', () => {
    const decision = decideInstallMatch(install, [
      twin(1, { visitorId: 'a', createdAt: minutesAgo(3) }),
      twin(2, { visitorId: 'b', createdAt: minutesAgo(2) }),
    ])
    expect(decision.clickId).toBe('019ca8c0-0000-7000-8000-000000000002')
  })
})

describe('the flags of a candidate', () => {
  it.each([
    [-1, ['install_began_before_click']],
    [0, ['install_began_within_2s']],
    [2_000, ['install_began_within_2s']],
    [2_001, []],
  ])('of an install that began %d ms after the tap are %j, and decide nothing', (ms, flags) => {
    const tapped = click({ createdAt: minutesAgo(5) })
    const installedAt = new Date(tapped.createdAt.getTime() + ms)
    const decision = decideInstallMatch({ ...install, installedAt }, [tapped])
    expect(decision.matched).toBe(true)
    expect(decision.trace.candidates[0]?.flags).toEqual(flags)
  })

  it('stand on a token’s click as well', () => {
    const tapped = click()
    const input: MatchInput = {
      ...install,
      clickToken: { state: 'valid', clickId: tapped.clickId },
      installedAt: minutesAgo(1),
    }
    expect(decideInstallMatch(input, [tapped]).trace.candidates[0]).toMatchObject({
      verdict: 'claimed',
      score: null,
      signals: null,
      flags: ['install_began_before_click'],
    })
  })
})

const numbers = fc.option(
  fc.oneof(
    fc.constantFrom(390, 844, Number.NaN, Number.POSITIVE_INFINITY, -1, 0),
    fc.double({ min: 1, max: 3_000 }),
  ),
)
const anySignals: fc.Arbitrary<MatchSignals> = fc.record({
  osVersion: fc.constantFrom(null, '17.4', '18.6', '26.1', '14', 'NaN', ''),
  model: fc.constantFrom(null, 'Pixel 8', 'SM-S911B', ''),
  screenWidth: numbers,
  screenHeight: numbers,
  pixelRatio: numbers,
  languages: fc.option(
    fc.array(fc.constantFrom('en', 'en-GB', 'de-DE', 'x', ''), { maxLength: 3 }),
  ),
  timeZone: fc.constantFrom(null, 'UTC', 'Asia/Kolkata', 'Asia/Calcutta', 'Europe/Berlin', 'NaN'),
})
const anyInput = fc
  .record({
    platform: fc.constantFrom('ios' as const, 'android' as const),
    isAddressShared: fc.boolean(),
    windowMinutes: fc.integer({ min: 0, max: 2_000 }),
    signals: fc.oneof(fc.constantFrom(iphone, android), anySignals),
  })
  .map((overrides): MatchInput => ({ ...install, ...overrides }))
const anyClick = fc
  .record({
    platform: fc.constantFrom('ios', 'android', 'desktop'),
    linkId: fc.integer({ min: 1, max: 2 }),
    ageMinutes: fc.integer({ min: -5, max: 200 }),
    consumedAt: fc.constantFrom(null, null, now),
    visitorId: fc.constantFrom(null, null, 'v1', 'v2', 'v3'),
    sameFullAddress: fc.boolean(),
    signals: fc.oneof(fc.constantFrom(iphone, android), anySignals),
  })
  .map(({ ageMinutes, ...overrides }) => click({ ...overrides, createdAt: minutesAgo(ageMinutes) }))
const anyClicks = fc.array(anyClick, { maxLength: 14 }).map((clicks) =>
  clicks.map((candidate, index) => ({
    ...candidate,
    clickId: `019ca8c0-0000-7000-8000-${String(index).padStart(12, '0')}`,
  })),
)

const decided = (input: MatchInput, clicks: readonly ClickCandidate[]) => {
  const { trace, supersededClickIds, ...decision } = decideInstallMatch(input, clicks)
  expect(JSON.parse(JSON.stringify(trace))).toEqual(trace)
  return { ...decision, supersededClickIds: [...supersededClickIds].sort() }
}

describe('for any install and clicks', () => {
  it('a score lies from 0 to 1 and its trace adds up', () => {
    fc.assert(
      fc.property(anyInput, anyClick, (input, candidate) => {
        const { score, signals, comparable, decay } = scoreClick(input, candidate)
        expect(score).toBeGreaterThanOrEqual(0)
        expect(score).toBeLessThanOrEqual(1)
        const points = signals.reduce((sum, signal) => sum + signal.points, 0)
        const expected = comparable === 0 ? 0 : (Math.max(0, points) / comparable) * decay
        expect(score).toBeCloseTo(expected, 12)
        expect(comparable).toBe(signals.reduce((sum, signal) => sum + signal.of, 0))
      }),
    )
  })

  it('the order of the clicks decides nothing', () => {
    fc.assert(
      fc.property(
        anyInput,
        anyClicks.chain((clicks) =>
          fc.tuple(
            fc.constant(clicks),
            fc.shuffledSubarray(clicks, { minLength: clicks.length, maxLength: clicks.length }),
          ),
        ),
        (input, [clicks, shuffled]) => {
          expect(decided(input, shuffled)).toEqual(decided(input, clicks))
        },
      ),
    )
  })

  it('clicks of another system change nothing but make a crowd', () => {
    fc.assert(
      fc.property(anyInput, anyClicks, (input, clicks) => {
        const isCrowd = decideInstallMatch(input, clicks).trace.candidates.some(
          ({ verdict }) => verdict === 'crowd',
        )
        if (isCrowd) return
        const own = clicks.filter(({ platform }) => platform === input.platform)
        expect(decided(input, own)).toEqual(decided(input, clicks))
      }),
    )
  })

  it('what can’t be compared counts no less than a difference and no more than agreement', () => {
    const otherwise = {
      osVersion: ['1.0', null],
      model: ['Other', null],
      screenWidth: [1, null],
      languages: [['fr'], null],
      timeZone: ['Asia/Tokyo', null],
    } as const
    const names = fc.constantFrom(...(Object.keys(otherwise) as (keyof typeof otherwise)[]))
    fc.assert(
      fc.property(anyClick, names, fc.boolean(), (seen, name, isAddressShared) => {
        const input = { ...androidInstall, isAddressShared }
        const signals = { ...seen.signals, screenHeight: 852, pixelRatio: null }
        const scoreWith = (value: unknown) =>
          scoreClick(input, { ...seen, signals: { ...signals, [name]: value } }).score
        const [differing, untold] = otherwise[name]
        expect(scoreWith(untold)).toBeGreaterThanOrEqual(scoreWith(differing) - 1e-12)
        expect(scoreWith(untold)).toBeLessThanOrEqual(scoreWith(android[name]) + 1e-12)
      }),
    )
  })
})
