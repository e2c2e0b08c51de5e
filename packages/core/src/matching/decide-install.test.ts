import { describe, expect, it } from '@jest/globals'
import { decideInstall } from './decide-install.js'
import type { ClickCandidate, MatchInput } from './match-types.js'
import {
  clickIdAt,
  EMPTY_REFERRER,
  makeClick,
  makeInstall,
  minutesAgo,
  OTHER_IPHONE,
  TEST_MODEL,
  verdictsOf,
} from './test-fixtures.js'

const DAY = 24 * 60

const decide = (input: Partial<MatchInput>, candidates: ClickCandidate[]) =>
  decideInstall(TEST_MODEL, makeInstall(input), candidates)

const ofToken = (click: Pick<ClickCandidate, 'clickId'>): Pick<MatchInput, 'clickToken'> => ({
  clickToken: { state: 'valid', clickId: click.clickId },
})

const neighbour = makeClick({ name: 'near' })

describe('the order of the rules', () => {
  const token = ofToken(neighbour)
  const code = { codeLinkId: 1 }
  const foreign = { referrer: { ...EMPTY_REFERRER, foreignParameters: ['af_tranid'] } }
  const wrongProject = { clickToken: { state: 'wrong_project' } } as const

  it.each<[string, Partial<MatchInput>, string, string | null]>([
    ['consent', { consent: 'missing', ...token, ...code }, 'consent', 'consent_missing'],
    ['consent', { consent: 'refused', ...wrongProject }, 'consent', 'consent_refused'],
    ['another project’s token', { ...wrongProject, ...code, ...foreign }, 'token', 'wrong_project'],
    ['a token', { ...token, codeLinkId: 2, ...foreign }, 'token', null],
    ['a code', { ...code, ...foreign }, 'code', null],
    ['a code without a click, never signals', { codeLinkId: 2 }, 'code', 'no_candidate'],
    ['another source', foreign, 'source', 'other_source'],
    ['signals', {}, 'signals', null],
  ])('%s decides where nothing before it applies', (_rule, input, step, reason) => {
    const decision = decide(input, [neighbour])
    expect(decision).toMatchObject({ reason, explanation: { step } })
    expect(decision.matched).toBe(reason === null)
  })

  it('considers no click without consent', () => {
    expect(verdictsOf(decide({ consent: 'refused' }, [neighbour]))).toEqual(['not_considered'])
  })

  it('ignores an invalid token but notes it', () => {
    const decision = decide({ clickToken: { state: 'invalid' }, ...code }, [neighbour])
    expect(decision).toMatchObject({ matched: true, confidence: TEST_MODEL.codeConfidence })
    expect(decision.explanation.notes).toContain('invalid_token')
  })

  it('explains window, model and shared range', () => {
    const { explanation } = decide({ isAddressShared: true, windowMinutes: 90 }, [])
    expect(explanation).toMatchObject({
      windowMinutes: 90,
      minConfidence: 0.9,
      maxVisitorsPerIp: 8,
      modelVersion: 'test',
      isAddressShared: true,
      notes: ['shared_range', 'visitors: 0'],
    })
    expect(decide(ofToken(neighbour), [neighbour]).explanation.windowMinutes).toBe(30 * DAY)
  })
})

describe('a verified token', () => {
  const own = makeClick({ sameAddress: false, signals: OTHER_IPHONE, linkId: 5 })

  it('matches the click that it names with confidence 1, whatever the address', () => {
    const decision = decide({ ...ofToken(own), source: 'referrer' }, [neighbour, own])
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

  it.each([
    ['clipboard', 'ios', 'clipboard'],
    [null, 'ios', 'clipboard'],
    [null, 'android', 'referrer'],
  ] as const)('has a type by its source: from %s on %s it is %s', (source, platform, matchType) => {
    expect(decide({ ...ofToken(own), source, platform }, [own]).matchType).toBe(matchType)
  })

  it('is valid for 30 days, whatever the window of the project', () => {
    const last = makeClick({ minutes: 30 * DAY })
    const late = makeClick({ minutes: 30 * DAY + 1 })
    expect(decide(ofToken(last), [last]).matched).toBe(true)
    expect(decide(ofToken(late), [late, neighbour])).toMatchObject({
      matched: false,
      reason: 'expired',
      linkId: 1,
    })
  })

  it('returns already_consumed before expired, and signals are not tried', () => {
    const consumed = makeClick({ minutes: 31 * DAY, consumedAt: minutesAgo(1), linkId: 5 })
    expect(decide({ ...ofToken(consumed), codeLinkId: 1 }, [consumed, neighbour])).toMatchObject({
      matched: false,
      matchType: null,
      confidence: 0,
      reason: 'already_consumed',
      clickId: null,
      linkId: 5,
    })
  })

  it('returns for a deleted click expired if old, else no_candidate', () => {
    const gone = (minutes: number) => ofToken({ clickId: clickIdAt('gone', minutes) })
    expect(decide(gone(31 * DAY), []).reason).toBe('expired')
    expect(decide({ ...gone(5), codeLinkId: 3 }, [neighbour])).toMatchObject({
      reason: 'no_candidate',
      linkId: 3,
    })
  })

  it.each([
    ['clipboard', 'installed_before_click', 'installed_before'],
    ['referrer', null, 'claimed'],
  ] as const)(
    'ends by its source if the app was installed ten days before: %s gives %s',
    (source, reason, verdict) => {
      const times = { beganAt: null, installedAt: minutesAgo(10 * DAY), referrerClickAt: null }
      const decision = decide({ ...ofToken(own), source, times }, [own])
      expect(decision.reason).toBe(reason)
      expect(decision.explanation).toMatchObject({
        notes: ['installed_before_click'],
        candidates: [{ verdict, flags: ['install_began_before_click'] }],
      })
    },
  )

  it('flags an install that began within two seconds of the click', () => {
    const times = { beganAt: minutesAgo(1), installedAt: null, referrerClickAt: null }
    const flags = decide({ ...ofToken(own), times }, [own]).explanation.candidates[0]?.flags
    expect(flags).toEqual(['install_began_within_2s'])
  })
})
