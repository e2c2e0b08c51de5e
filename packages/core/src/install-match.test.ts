import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { decideInstallMatch } from './install-match.js'
import type {
  CandidateVerdict,
  ClickCandidate,
  Decision,
  MatchInput,
  MatchSignals,
  Scorer,
} from './match-types.js'

const now = new Date('2026-03-01T12:00:00Z')
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const DAY = 24 * 60

const signals: MatchSignals = {
  osVersion: '17.4',
  model: null,
  screenWidth: 390,
  screenHeight: 840,
  pixelRatio: 3,
  languages: ['en'],
  timeZone: 'Europe/Paris',
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
  // So that age says little.
  isAddressOwn: true,
  signals,
}

/** What another phone tells. */
const otherPhone: MatchSignals = { ...signals, screenWidth: 430, screenHeight: 932 }

/** The id of a click made so many minutes ago: a UUIDv7, as all click ids are. */
const idOf = (name: string, minutes: number) => {
  const time = minutesAgo(minutes).getTime().toString(16).padStart(12, '0')
  const tail = Buffer.from(name.padEnd(6, '\0')).toString('hex').slice(0, 12)
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${tail}`
}

type Overrides = Partial<ClickCandidate> & { minutes?: number }

const click = (name: string, { minutes = 10, ...overrides }: Overrides = {}): ClickCandidate => ({
  clickId: idOf(name, minutes),
  linkId: 1,
  campaignId: null,
  platform: 'ios',
  createdAt: minutesAgo(minutes),
  consumedAt: null,
  visitorId: null,
  sameAddress: true,
  sameFullAddress: true,
  signals,
  ...overrides,
})

const verdictsOf = (decision: Decision): CandidateVerdict[] =>
  decision.trace.candidates.map(({ verdict }) => verdict)

describe('with a click token', () => {
  const own = click('own', {
    sameAddress: false,
    sameFullAddress: false,
    signals: otherPhone,
    linkId: 5,
  })
  const withToken = (clickId: string, overrides: Partial<MatchInput> = {}): MatchInput => ({
    ...install,
    clickToken: { state: 'valid', clickId },
    source: 'referrer',
    ...overrides,
  })

  it('matches the one click it names with confidence 1, whatever the address', () => {
    const decision = decideInstallMatch(withToken(own.clickId), [click('near'), own])
    expect(decision).toMatchObject({
      matched: true,
      matchType: 'referrer',
      confidence: 1,
      reason: null,
      clickId: own.clickId,
      supersededClickIds: [],
      linkId: 5,
    })
    expect(verdictsOf(decision)).toEqual(['not_considered', 'claimed'])
  })

  it('says that it came by the clipboard', () => {
    const decision = decideInstallMatch(withToken(own.clickId, { source: 'clipboard' }), [own])
    expect(decision.matchType).toBe('clipboard')
  })

  it('is good for 30 days and no longer, whatever the window of the project', () => {
    const last = click('last', { minutes: 30 * DAY })
    expect(decideInstallMatch(withToken(last.clickId), [last]).matched).toBe(true)
    const late = click('late', { minutes: 30 * DAY + 1 })
    expect(decideInstallMatch(withToken(late.clickId), [late, click('near')])).toMatchObject({
      matched: false,
      reason: 'expired',
      linkId: 1,
    })
  })

  it('ends as already_consumed, and nothing is scored after it', () => {
    const consumed = { ...own, consumedAt: minutesAgo(1) }
    const scorer: Scorer = () => {
      throw new Error('must not be called')
    }
    const decision = decideInstallMatch(
      withToken(own.clickId, { codeLinkId: 1 }),
      [consumed, click('near')],
      scorer,
    )
    expect(decision).toMatchObject({
      matched: false,
      matchType: null,
      confidence: 0,
      reason: 'already_consumed',
      clickId: null,
      linkId: 5,
    })
  })

  it('of a click that is gone is expired when old, else no_candidate', () => {
    expect(decideInstallMatch(withToken(idOf('gone', 31 * DAY)), []).reason).toBe('expired')
    expect(decideInstallMatch(withToken(idOf('gone', 5)), [click('near')]).reason).toBe(
      'no_candidate',
    )
  })

  it('of another project is refused with that reason', () => {
    const wrong: MatchInput = { ...install, clickToken: { state: 'wrong_project' }, codeLinkId: 3 }
    expect(decideInstallMatch(wrong, [click('near')])).toMatchObject({
      matched: false,
      reason: 'wrong_project',
      linkId: 3,
    })
  })

  it('that is invalid counts as none', () => {
    const invalid: MatchInput = { ...install, clickToken: { state: 'invalid' } }
    expect(decideInstallMatch(invalid, [click('near')]).matchType).toBe('fingerprint')
    expect(
      decideInstallMatch({ ...invalid, codeLinkId: 1, source: 'referrer' }, [click('near')]),
    ).toMatchObject({ matchType: 'referrer', confidence: 0.9 })
  })
})

describe('with a code and no token', () => {
  const withCode: MatchInput = { ...install, codeLinkId: 1, source: 'clipboard' }

  it("matches the newest of that link's clicks from the same address", () => {
    const decision = decideInstallMatch(withCode, [
      click('old', { minutes: 20, signals: otherPhone }),
      click('new', { minutes: 10, signals: otherPhone }),
      click('link', { minutes: 1, linkId: 2 }),
      click('addr', { minutes: 2, sameAddress: false }),
      click('used', { minutes: 3, consumedAt: minutesAgo(1) }),
      click('late', { minutes: 121 }),
    ])
    expect(decision).toMatchObject({
      matched: true,
      matchType: 'clipboard',
      confidence: 0.9,
      clickId: idOf('new', 10),
      linkId: 1,
      supersededClickIds: [],
    })
    expect(verdictsOf(decision)).toEqual([
      'not_chosen',
      'claimed',
      'other_link',
      'other_address',
      'consumed',
      'outside_window',
    ])
  })

  it.each<[string, ClickCandidate[]]>([
    ['nothing was clicked', []],
    ['only another link was clicked', [click('link', { linkId: 2 })]],
    ['the click came from elsewhere', [click('addr', { sameAddress: false })]],
    ['the click is consumed', [click('used', { consumedAt: minutesAgo(1) })]],
    ['the click is outside the window', [click('late', { minutes: 121 })]],
    ['the click came after the install', [click('next', { minutes: -1 })]],
  ])('is no_candidate, with the link to route to, when %s', (_, candidates) => {
    expect(decideInstallMatch(withCode, candidates)).toMatchObject({
      matched: false,
      reason: 'no_candidate',
      clickId: null,
      linkId: 1,
      trace: { step: 'code' },
    })
  })

  it.each([
    ['android', 'referrer'],
    ['ios', 'clipboard'],
  ] as const)('takes on %s the source of the platform when none was said', (platform, source) => {
    const decision = decideInstallMatch({ ...withCode, source: null, platform }, [click('own')])
    expect(decision.matchType).toBe(source)
  })
})

describe('with neither token nor code', () => {
  it('matches the one click whose device tells the same, and says what each signal was worth', () => {
    const decay = 1 - (0.05 * 10) / 120
    expect(decideInstallMatch(install, [click('own')])).toEqual({
      matched: true,
      matchType: 'fingerprint',
      confidence: decay,
      reason: null,
      clickId: idOf('own', 10),
      supersededClickIds: [],
      linkId: 1,
      trace: {
        step: 'score',
        windowMinutes: 120,
        threshold: 0.7,
        margin: 0.1,
        mostVisitors: 8,
        isAddressShared: false,
        candidates: [
          {
            clickId: idOf('own', 10),
            linkId: 1,
            campaignId: null,
            visitorId: null,
            createdAt: '2026-03-01T11:50:00.000Z',
            verdict: 'claimed',
            score: decay,
            signals: [
              { signal: 'address', outcome: 'agrees', points: 40, of: 40 },
              { signal: 'screen', outcome: 'agrees', points: 15, of: 15 },
              { signal: 'language', outcome: 'agrees', points: 10, of: 10 },
              { signal: 'time_zone', outcome: 'agrees', points: 10, of: 10 },
              { signal: 'os_version', outcome: 'agrees', points: 10, of: 10 },
              { signal: 'model', outcome: 'not_comparable', points: 0, of: 0 },
            ],
            comparable: 85,
            agreeing: 4,
            required: 3,
            decay,
            flags: [],
          },
        ],
      },
    })
  })

  it.each<[string, ClickCandidate[], Decision['reason']]>([
    ['no click', [], 'no_candidate'],
    ['a click from elsewhere', [click('addr', { sameAddress: false })], 'no_candidate'],
    ['a click of another system', [click('sys', { platform: 'android' })], 'no_candidate'],
    ['a click after the install', [click('next', { minutes: -1 })], 'no_candidate'],
    ['a click outside the window', [click('late', { minutes: 121 })], 'expired'],
    ['a click of another device', [click('other', { signals: otherPhone })], 'below_threshold'],
    ['its own click, consumed', [click('own', { consumedAt: minutesAgo(1) })], 'already_consumed'],
    [
      "a neighbour's click, consumed",
      [click('other', { consumedAt: minutesAgo(1), signals: otherPhone })],
      'no_candidate',
    ],
    ['two twins on two links', [click('a'), click('b', { linkId: 2 })], 'ambiguous'],
    ['two twins in two campaigns', [click('a'), click('b', { campaignId: 2 })], 'ambiguous'],
    [
      'two visitors on two links',
      [click('a', { visitorId: 'v1' }), click('b', { visitorId: 'v2', linkId: 2 })],
      'ambiguous',
    ],
  ])('of %s there is no match', (_, candidates, reason) => {
    expect(decideInstallMatch(install, candidates)).toMatchObject({
      matched: false,
      matchType: null,
      confidence: 0,
      reason,
      clickId: null,
      supersededClickIds: [],
      linkId: null,
    })
  })

  it('takes the newest of two strangers who clicked the same link', () => {
    const decision = decideInstallMatch(install, [
      click('old', { minutes: 20, visitorId: 'v1' }),
      click('new', { minutes: 10, visitorId: 'v2' }),
    ])
    expect(decision).toMatchObject({ clickId: idOf('new', 10), supersededClickIds: [] })
    expect(verdictsOf(decision)).toEqual(['not_chosen', 'claimed'])
  })

  it('takes no other click with one whose browser has no storage: they may be anybody’s', () => {
    const decision = decideInstallMatch(install, [
      click('old', { minutes: 20, visitorId: null }),
      click('new', { minutes: 10, visitorId: null }),
    ])
    expect(decision).toMatchObject({ clickId: idOf('new', 10), supersededClickIds: [] })
    expect(verdictsOf(decision)).toEqual(['not_chosen', 'claimed'])
  })

  it("takes a visitor's last click, on whatever link, and the others with it", () => {
    const decision = decideInstallMatch(install, [
      click('one', { minutes: 30, visitorId: 'v1', linkId: 1 }),
      click('three', { minutes: 10, visitorId: 'v1', linkId: 3 }),
      click('two', { minutes: 20, visitorId: 'v1', linkId: 2 }),
      click('used', { minutes: 15, visitorId: 'v1', consumedAt: minutesAgo(1) }),
      click('late', { minutes: 130, visitorId: 'v1' }),
    ])
    expect(decision).toMatchObject({
      matched: true,
      clickId: idOf('three', 10),
      linkId: 3,
      supersededClickIds: [idOf('one', 30), idOf('two', 20)],
    })
    expect(verdictsOf(decision)).toEqual([
      'superseded',
      'claimed',
      'superseded',
      'consumed',
      'outside_window',
    ])
  })

  it('never looks further back than 24 hours', () => {
    const wide = { ...install, windowMinutes: 100 * DAY }
    expect(decideInstallMatch(wide, [click('a', { minutes: DAY })]).matched).toBe(true)
    expect(decideInstallMatch(wide, [click('a', { minutes: DAY + 1 })]).reason).toBe('expired')
  })

  it('forgives a few seconds between the clocks of two machines', () => {
    expect(decideInstallMatch(install, [click('a', { minutes: -4 / 60 })]).matched).toBe(true)
  })
})

describe('with another scorer', () => {
  /** Reads the score from the click's pixel ratio, which serves as a label here. */
  const scorer: Scorer = (_, candidate) => ({
    score: candidate.signals.pixelRatio ?? 0,
    fit: candidate.signals.pixelRatio ?? 0,
    signals: [{ signal: 'model', outcome: 'agrees', points: 7, of: 7 }],
    comparable: 7,
    agreeing: candidate.signals.screenWidth ?? 0,
    required: 1,
    decay: 1,
  })
  const scored = (name: string, score: number, overrides: Overrides = {}) =>
    click(name, { signals: { ...signals, pixelRatio: score }, ...overrides })
  const decide = (...candidates: ClickCandidate[]) =>
    decideInstallMatch(install, candidates, scorer)

  it('takes its score as the confidence and keeps its trace', () => {
    const decision = decide(scored('a', 0.93))
    expect(decision).toMatchObject({ matchType: 'fingerprint', confidence: 0.93 })
    expect(decision.trace.candidates[0]).toMatchObject({
      score: 0.93,
      signals: [{ signal: 'model', outcome: 'agrees', points: 7, of: 7 }],
      comparable: 7,
    })
  })

  it.each([
    [0.7, true],
    [0.69, false],
  ])('of %d against the threshold is matched: %s', (score, matched) => {
    expect(decide(scored('a', score)).matched).toBe(matched)
  })

  it.each([
    ['a lead of exactly the margin', 0.9, 0.8, null],
    ['a lead under the margin', 0.9, 0.81, 'ambiguous'],
    ['a runner-up under the threshold but within the margin', 0.75, 0.69, 'ambiguous'],
    ['a clear lead', 0.9, 0.5, null],
  ] as const)('with %s', (...[, best, second, reason]) => {
    const decision = decide(scored('a', best), scored('b', second, { linkId: 2, minutes: 1 }))
    expect(decision.reason).toBe(reason)
    expect(decision.matched).toBe(reason === null)
  })

  it('finds the ambiguous one also behind a runner-up that points to the same link', () => {
    expect(
      decide(scored('a', 0.9), scored('b', 0.89), scored('c', 0.85, { linkId: 2 })).reason,
    ).toBe('ambiguous')
  })

  it("judges a visitor by the newest click alone, so that it can't be a rival of itself", () => {
    const decision = decide(
      scored('old', 1, { visitorId: 'v1', minutes: 20, linkId: 2 }),
      scored('new', 0.8, { visitorId: 'v1', minutes: 10 }),
    )
    expect(decision).toMatchObject({ clickId: idOf('new', 10), confidence: 0.8 })
  })

  it('takes no click of which too little agrees, but finds it in the way of another', () => {
    const unknown = { ...signals, pixelRatio: 1, screenWidth: 0 }
    const known = scored('known', 0.95)
    expect(decide(click('a', { signals: unknown })).reason).toBe('below_threshold')
    expect(decide(click('a', { signals: unknown, linkId: 2 }), known).reason).toBe('ambiguous')
    expect(decide(click('a', { signals: unknown }), known).clickId).toBe(known.clickId)
  })

  it('keeps the confidence within 0 and 1', () => {
    expect(decide(scored('a', 7)).confidence).toBe(1)
    expect(decide(scored('a', -7)).reason).toBe('below_threshold')
    expect(decide(scored('a', Number.NaN)).reason).toBe('below_threshold')
  })

  it('finds the best behind a newer click whose score is no number', () => {
    const [best, broken] = [scored('best', 0.9), scored('broken', Number.NaN, { minutes: 1 })]
    for (const clicks of [
      [best, broken],
      [broken, best],
    ])
      expect(decide(...clicks).clickId).toBe(best.clickId)
  })
})

describe('with consent missing', () => {
  it('decides nothing, not even by a token, but says where to route', () => {
    const own = click('own')
    const input: MatchInput = {
      ...install,
      consentMissing: true,
      clickToken: { state: 'valid', clickId: own.clickId },
      codeLinkId: 1,
      source: 'referrer',
    }
    const decision = decideInstallMatch(input, [own])
    expect(decision).toMatchObject({ matched: false, reason: 'consent_missing', linkId: 1 })
    expect(verdictsOf(decision)).toEqual(['not_considered'])
  })
})

describe('for any candidates', () => {
  const candidate = fc
    .record({
      minutes: fc.integer({ min: -5, max: 200 }),
      linkId: fc.integer({ min: 1, max: 2 }),
      isConsumed: fc.boolean(),
      sameAddress: fc.boolean(),
      signals: fc.constantFrom(signals, otherPhone),
      visitorId: fc.constantFrom(null, 'v1', 'v2'),
    })
    .map(({ isConsumed, ...rest }) => ({ ...rest, consumedAt: isConsumed ? now : null }))
  const candidates = fc
    .array(candidate, { maxLength: 8 })
    .map((list) => list.map((overrides, index) => click(`c${index}`, overrides)))

  it('claims only open clicks, gives a match or exactly one reason, whatever the order', () => {
    fc.assert(
      fc.property(candidates, fc.constantFrom(null, 1), (list, codeLinkId) => {
        const decision = decideInstallMatch({ ...install, codeLinkId }, list)
        const reversed = decideInstallMatch({ ...install, codeLinkId }, [...list].reverse())
        expect(reversed.clickId).toBe(decision.clickId)
        expect(reversed.reason).toBe(decision.reason)
        expect(decision.matched).toBe(decision.reason === null)
        expect(decision.trace.candidates).toHaveLength(list.length)
        const claimed = [decision.clickId, ...decision.supersededClickIds]
        for (const taken of list.filter(({ clickId }) => claimed.includes(clickId))) {
          expect(taken).toMatchObject({ consumedAt: null, sameAddress: true })
        }
        expect(JSON.parse(JSON.stringify(decision.trace))).toEqual(decision.trace)
      }),
    )
  })
})
