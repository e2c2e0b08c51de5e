import { uuidV7Time } from './ids.js'
import { pickByScore } from './match-score.js'
import type {
  CandidateTrace,
  CandidateVerdict,
  ClickCandidate,
  Decision,
  MatchInput,
  MatchSource,
  MatchTrace,
  NoMatchReason,
  Scorer,
} from './match-types.js'
import { traced } from './match-trace.js'
import { MATCH_MARGIN, MATCH_THRESHOLD, MOST_VISITORS } from './match-weights.js'
import {
  isInsideWindow,
  newestFirst,
  TOKEN_WINDOW_MINUTES,
  windowMinutesOf,
} from './match-window.js'
import { scoreClick } from './score-click.js'

const TOKEN_CONFIDENCE = 1
const CODE_CONFIDENCE = 0.9

/**
 * Decides which click an install belongs to (contract §7, Matching). A token decides alone; else a
 * code decides alone; only without either are the clicks from the same address scored.
 *
 * @param candidates clicks of the install's project: the token's, those of the code's link, those
 *   from the same address; the order does not matter, and consumed or old ones only sharpen reasons
 */
export function decideInstallMatch(
  input: MatchInput,
  candidates: readonly ClickCandidate[],
  scorer: Scorer = scoreClick,
): Decision {
  if (input.consentMissing) {
    return noMatch(input, 'consent_missing', {
      step: 'consent',
      candidates: ignored(input, candidates),
    })
  }
  if (input.clickToken.state === 'wrong_project') {
    return noMatch(input, 'wrong_project', {
      step: 'token',
      candidates: ignored(input, candidates),
    })
  }
  if (input.clickToken.state === 'valid') {
    return decideByToken(input, input.clickToken.clickId, candidates)
  }
  if (input.codeLinkId !== null) return decideByCode(input, input.codeLinkId, candidates)
  return decideByScore(input, candidates, scorer)
}

function decideByToken(
  input: MatchInput,
  clickId: string,
  candidates: readonly ClickCandidate[],
): Decision {
  const click = candidates.find((candidate) => candidate.clickId === clickId)
  const isExpired = !isInsideWindow(
    click?.createdAt ?? uuidV7Time(clickId),
    input.now,
    TOKEN_WINDOW_MINUTES,
  )
  const verdictOf = (candidate: ClickCandidate): CandidateVerdict => {
    if (candidate !== click) return 'not_considered'
    if (click.consumedAt) return 'consumed'
    return isExpired ? 'outside_window' : 'claimed'
  }
  const trace = { step: 'token', candidates: traced(input, candidates, { verdictOf }) } as const

  if (!click) return noMatch(input, isExpired ? 'expired' : 'no_candidate', trace)
  if (click.consumedAt) {
    return { ...noMatch(input, 'already_consumed', trace), linkId: click.linkId }
  }
  if (isExpired) return { ...noMatch(input, 'expired', trace), linkId: click.linkId }
  return { ...claim(input, click, trace), matchType: sourceOf(input), confidence: TOKEN_CONFIDENCE }
}

function decideByCode(
  input: MatchInput,
  linkId: number,
  candidates: readonly ClickCandidate[],
): Decision {
  const windowMinutes = windowMinutesOf(input)
  const obstacleOf = (candidate: ClickCandidate): CandidateVerdict | null => {
    if (candidate.linkId !== linkId) return 'other_link'
    if (!candidate.sameAddress) return 'other_address'
    if (candidate.consumedAt) return 'consumed'
    const isInside = isInsideWindow(candidate.createdAt, input.now, windowMinutes)
    return isInside ? null : 'outside_window'
  }
  const [click] = candidates.filter((candidate) => obstacleOf(candidate) === null).sort(newestFirst)
  const verdictOf = (candidate: ClickCandidate): CandidateVerdict =>
    candidate === click ? 'claimed' : (obstacleOf(candidate) ?? 'not_chosen')
  const trace = { step: 'code', candidates: traced(input, candidates, { verdictOf }) } as const

  if (!click) return noMatch(input, 'no_candidate', trace)
  return { ...claim(input, click, trace), matchType: sourceOf(input), confidence: CODE_CONFIDENCE }
}

function decideByScore(
  input: MatchInput,
  candidates: readonly ClickCandidate[],
  scorer: Scorer,
): Decision {
  const pick = pickByScore(input, candidates, scorer)
  const trace = { step: 'score', candidates: pick.candidates } as const
  if (pick.reason !== null) return noMatch(input, pick.reason, trace)
  return {
    ...claim(input, pick.click, trace),
    matchType: 'fingerprint',
    confidence: pick.score,
    supersededClickIds: pick.supersededClickIds,
  }
}

/** A caller that did not say gets the only source that its platform has. */
function sourceOf(input: MatchInput): MatchSource {
  return input.source ?? (input.platform === 'android' ? 'referrer' : 'clipboard')
}

type StepTrace = Pick<MatchTrace, 'step' | 'candidates'>

function claim(
  input: MatchInput,
  click: ClickCandidate,
  trace: StepTrace,
): Omit<Decision, 'matchType' | 'confidence'> {
  return {
    matched: true,
    reason: null,
    clickId: click.clickId,
    supersededClickIds: [],
    linkId: click.linkId,
    trace: fullTrace(input, trace),
  }
}

function noMatch(input: MatchInput, reason: NoMatchReason, trace: StepTrace): Decision {
  return {
    matched: false,
    matchType: null,
    confidence: 0,
    reason,
    clickId: null,
    supersededClickIds: [],
    linkId: input.codeLinkId,
    trace: fullTrace(input, trace),
  }
}

function fullTrace(input: MatchInput, trace: StepTrace): MatchTrace {
  const windowMinutes = trace.step === 'token' ? TOKEN_WINDOW_MINUTES : windowMinutesOf(input)
  return {
    step: trace.step,
    windowMinutes,
    threshold: MATCH_THRESHOLD,
    margin: MATCH_MARGIN,
    mostVisitors: MOST_VISITORS,
    isAddressShared: input.isAddressShared,
    candidates: trace.candidates,
  }
}

function ignored(input: MatchInput, candidates: readonly ClickCandidate[]): CandidateTrace[] {
  return traced(input, candidates, { verdictOf: () => 'not_considered' })
}
