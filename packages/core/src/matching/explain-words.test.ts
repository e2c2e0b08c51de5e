import { describe, expect, it } from '@jest/globals'
import { describeDecision } from './explain-words.js'
import type { MatchTrace, NoMatchReason } from './match-types.js'

const trace = (step: MatchTrace['step'], scores: number[] = []): MatchTrace => ({
  step,
  windowMinutes: step === 'token' ? 43_200 : 120,
  threshold: 0.7,
  margin: 0.1,
  mostVisitors: 8,
  isAddressShared: false,
  candidates: scores.map((score) => ({
    clickId: 'c',
    linkId: 1,
    campaignId: null,
    visitorId: null,
    createdAt: '2026-03-01T09:00:00.000Z',
    verdict: 'not_chosen',
    score,
    signals: [],
    comparable: 100,
    agreeing: 2,
    required: 3,
    decay: 1,
    flags: [],
  })),
})

const crowd = (): MatchTrace => {
  const { candidates, ...rest } = trace('score', [0.9])
  return { ...rest, candidates: candidates.map((one) => ({ ...one, verdict: 'crowd' })) }
}

const noMatch = (reason: NoMatchReason, of: MatchTrace | null) =>
  describeDecision({ matched: false, matchType: null, confidence: 0, reason, trace: of })
const match = (matchType: string, confidence: number, of: MatchTrace | null) =>
  describeDecision({ matched: true, matchType, confidence, reason: null, trace: of })

describe('a no-match says why', () => {
  it.each<[NoMatchReason, MatchTrace, string]>([
    ['no_candidate', trace('token'), 'its click is not in the database'],
    ['no_candidate', trace('code'), 'free and from the same address within 120 minutes'],
    ['no_candidate', trace('score'), 'came from the same address within 120 minutes'],
    ['expired', trace('token'), 'older than 30 days, for which its token is good'],
    ['expired', trace('score'), 'older than the window of 120 minutes'],
    ['below_threshold', trace('score', [0.2, 0.58]), 'scored 0.58, below the threshold of 0.7'],
    ['below_threshold', trace('score', [0.9]), 'too few signals beside the address agree'],
    ['ambiguous', crowd(), 'more than 8 visitors came'],
    ['ambiguous', trace('score', [0.9, 0.85]), 'scored within 0.1 of each other'],
    ['already_consumed', trace('token'), 'belongs to another install already'],
    ['wrong_project', trace('token'), 'genuine but another project’s'],
    ['consent_missing', trace('consent'), 'with consent is decided anew'],
  ])('%s', (reason, of, words) => {
    const sentence = noMatch(reason, of)
    expect(sentence).toMatch(/^Not matched: [^.]*(\.\d[^.]*)*\.$/)
    expect(sentence).toContain(words)
  })

  it('has words for each reason without a trace as well, which differ', () => {
    const reasons: NoMatchReason[] = [
      'no_candidate',
      'expired',
      'below_threshold',
      'ambiguous',
      'already_consumed',
      'wrong_project',
      'consent_missing',
    ]
    const sentences = reasons.map((reason) => noMatch(reason, null))
    expect(new Set(sentences).size).toBe(reasons.length)
    for (const sentence of sentences) expect(sentence).not.toMatch(/undefined|null|NaN/)
  })
})

describe('a match says why', () => {
  it('by token, by code and by score', () => {
    expect(match('referrer', 1, trace('token'))).toBe(
      'Matched: the install referrer carried the click token of this very click.',
    )
    expect(match('clipboard', 0.9, trace('code'))).toContain(
      'the clipboard named the link, and this was its newest free click from the same address within 120 minutes',
    )
    expect(match('fingerprint', 0.85, trace('score'))).toContain(
      'scored 0.85, not below the threshold of 0.7',
    )
  })

  it('the same once the trace is gone', () => {
    expect(match('referrer', 1, null)).toContain('click token')
    expect(match('clipboard', 0.9, null)).toContain('named the link')
    expect(match('fingerprint', 0.85, null)).toContain('a score of 0.85')
  })
})
