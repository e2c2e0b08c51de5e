import { describe, expect, it } from '@jest/globals'
import { describeDecision } from './explain-words.js'
import {
  NO_MATCH_REASONS,
  type CandidateVerdict,
  type MatchExplanation,
  type NoMatchReason,
  type SignalName,
} from './match-types.js'

const explanation = (
  step: MatchExplanation['step'],
  {
    verdicts = [],
    scores = [],
    ...rest
  }: Partial<MatchExplanation> & {
    verdicts?: CandidateVerdict[]
    scores?: number[]
  } = {},
): MatchExplanation => ({
  step,
  windowMinutes: step === 'token' ? 43_200 : 120,
  minConfidence: 0.95,
  maxVisitorsPerIp: 8,
  modelVersion: 'test',
  noneScore: null,
  isAddressShared: false,
  notes: [],
  candidates: [
    ...verdicts.map((verdict) => ({ verdict, score: null })),
    ...scores.map((score) => ({ verdict: 'not_chosen' as const, score })),
  ].map((one) => ({
    clickId: 'c',
    linkId: 1,
    campaignId: null,
    visitorId: null,
    weight: null,
    signals: null,
    createdAt: '2026-03-01T09:00:00.000Z',
    flags: [],
    ...one,
  })),
  ...rest,
})

const noMatch = (reason: NoMatchReason, given: MatchExplanation | null) =>
  describeDecision({ matched: false, matchType: null, confidence: 0, reason, explanation: given })
const match = (matchType: string, confidence: number, given: MatchExplanation | null) =>
  describeDecision({ matched: true, matchType, confidence, reason: null, explanation: given })

describe('a no-match explains why', () => {
  it.each<[NoMatchReason, MatchExplanation, string]>([
    ['consent_missing', explanation('consent'), 'the next report with consent is decided again'],
    ['consent_refused', explanation('consent'), 'the user refused consent'],
    ['wrong_project', explanation('token'), 'the click token belongs to another project'],
    ['already_consumed', explanation('token'), 'another install has already claimed the click'],
    ['expired', explanation('token'), 'older than 30 days, for which its token is valid'],
    [
      'expired',
      explanation('signals'),
      'the clicks from the same network are older than the window of 2 hours',
    ],
    [
      'other_source',
      explanation('source', { notes: ['other_source: af_tranid'] }),
      'names another source (af_tranid)',
    ],
    ['installed_before_click', explanation('signals'), 'installed more than 24 hours before'],
    ['no_candidate', explanation('token'), 'its click is not in the database'],
    [
      'no_candidate',
      explanation('code'),
      'no unused click of this link came from the same network in the 2 hours before the install; the install keeps the link',
    ],
    [
      'no_candidate',
      explanation('code', { verdicts: ['other_platform'] }),
      'the click came from a different device',
    ],
    [
      'no_candidate',
      explanation('code', { verdicts: ['other_device'] }),
      'the click came from a different device',
    ],
    [
      'no_candidate',
      explanation('code', { verdicts: ['recorded_by_app'] }),
      'recorded by an installed app',
    ],
    [
      'no_candidate',
      explanation('code', { verdicts: ['crowded_address'] }),
      'more than 8 visitors came from the network',
    ],
    [
      'no_candidate',
      explanation('code', { verdicts: ['crowded_address'], isAddressShared: true }),
      'the network is shared by unrelated people',
    ],
    [
      'no_candidate',
      explanation('code', { notes: ['another_visitor_of_the_link'] }),
      'more than one visitor clicked this link from the same network',
    ],
    [
      'no_candidate',
      explanation('signals'),
      'no unused click from the same network and kind of phone opened its landing page in the 2 hours before the install',
    ],
    [
      'ambiguous',
      explanation('signals', { verdicts: ['crowded_address'] }),
      'more than 8 visitors came from the network in the 2 hours before the install, which are too many to tell apart',
    ],
    ['ambiguous', explanation('signals', { scores: [0.4, 0.4] }), 'about equally well'],
    [
      'below_threshold',
      explanation('signals', { scores: [0.2, 0.581] }),
      'a probability of 58.1 %, and the project requires 95 %',
    ],
    [
      'below_threshold',
      explanation('signals', { scores: [0.97], notes: ['invalid_token'] }),
      'only a click of the last 5 minutes that agrees in four signals is matched',
    ],
  ])('%s', (reason, given, words) => {
    const sentence = noMatch(reason, given)
    expect(sentence).toMatch(/^Not matched: [^.]+(\.\d[^.]*)*\./)
    expect(sentence).toContain(words)
  })

  it.each([
    [30, 'the window of 30 minutes'],
    [60, 'the window of one hour'],
    [90, 'the window of 90 minutes'],
    [1_440, 'the window of 24 hours'],
  ])('says a window of %d minutes in one wording', (windowMinutes, words) => {
    expect(noMatch('expired', explanation('signals', { windowMinutes }))).toContain(words)
  })

  it.each<[SignalName[], string]>([
    [[], 'requires 95 %.'],
    [['region'], 'requires 95 %.'],
    [['screen'], 'requires 95 %; screen differs.'],
    [['model', 'screen', 'os_version'], '; phone model, screen and system version differ.'],
  ])('names what differs: %j', (signals, words) => {
    const given = explanation('signals', { scores: [0.1, 0.2] })
    const differing = signals.map((signal) => ({
      signal,
      outcome: 'differs' as const,
      weight: -3,
      maxWeight: 1,
    }))
    const candidates = given.candidates.map((one) =>
      one.score === 0.2 ? { ...one, signals: differing } : one,
    )
    const sentence = noMatch('below_threshold', { ...given, candidates })
    expect(sentence.endsWith(words)).toBe(true)
  })

  it('mentions an ignored invalid token', () => {
    const forged = explanation('code', { notes: ['invalid_token'] })
    const sentence = noMatch('no_candidate', forged)
    expect(sentence).toMatch(/\. The click token failed verification and was ignored\.$/)
  })

  it('has different words for each reason, also without an explanation', () => {
    const sentences = NO_MATCH_REASONS.map((reason) => noMatch(reason, null))
    expect(new Set(sentences).size).toBe(NO_MATCH_REASONS.length)
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|null|NaN/)
  })
})

describe('a match explains why', () => {
  it('by token, by code and by signals', () => {
    expect(match('referrer', 1, explanation('token'))).toBe(
      'Matched: the install referrer carried the verified token of this click.',
    )
    expect(match('clipboard', 0.9, explanation('code'))).toBe(
      'Matched: the clipboard named the link, and one visitor clicked it from the same network in the 2 hours before the install.',
    )
    expect(match('fingerprint', 0.975, explanation('signals'))).toContain(
      '97.5 % of such matches are right',
    )
  })

  it('without an explanation, by type and confidence', () => {
    expect(match('referrer', 1, null)).toContain('verified token')
    expect(match('clipboard', 0.9, null)).toContain('the clipboard named the link')
    expect(match('fingerprint', 0.97, null)).toContain('97 % of such matches')
  })
})
