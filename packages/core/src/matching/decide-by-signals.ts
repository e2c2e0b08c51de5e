import { claim, noMatch, notConsidered } from './decisions.js'
import { explainCandidates } from './explain-candidates.js'
import type { MatchModel } from './match-model.js'
import type {
  CandidateVerdict,
  ClickCandidate,
  Decision,
  MatchInput,
  MatchNote,
  NoMatchReason,
} from './match-types.js'
import { isInsideWindow, isInstalledBefore, windowMinutesOf } from './match-window.js'
import { findOtherSource } from './referrer.js'
import { hasOwnAddress, scoreCandidates, type ScoredCandidate } from './score-candidates.js'
import { totalWeight } from './weigh-click.js'
import { countVisitors, clicksBeyondIpCap, newestOfEachVisitor, visitorOf } from './visitors.js'

/** With a forged token in the referrer, only a recent click that agrees in this many signals is matched. */
const AGREEING_WITH_INVALID_TOKEN = 4
const MAX_AGE_WITH_INVALID_TOKEN_MS = 5 * 60_000

type ObstacleOf = (click: ClickCandidate) => CandidateVerdict | null

/** Decides by the signals that browser and app both report. */
export function decideBySignals(
  model: MatchModel,
  input: MatchInput,
  candidates: readonly ClickCandidate[],
): Decision {
  const { nearby, obstacleOf: baseObstacleOf } = surveyAddress(input, candidates)
  const { vetoedBy, carries } = findOtherSource(
    input.referrer,
    candidates.filter((click) => baseObstacleOf(click) === null),
  )
  if (vetoedBy !== null) {
    const notes: MatchNote[] = [`other_source: ${vetoedBy}`]
    const explained = { ...notConsidered(input, candidates, 'source'), notes }
    return noMatch(model, input, { explained, reason: 'other_source' })
  }
  const obstacleOf: ObstacleOf = (click) =>
    baseObstacleOf(click) ?? (carries(click) ? null : 'other_source')
  const open = candidates.filter((click) => obstacleOf(click) === null)
  const scores = scoreCandidates(model, input, { open: newestOfEachVisitor(open), nearby })
  const [best, ...rest] = scores.ranked
  const superseded = best
    ? open.filter((click) => click !== best.click && visitorOf(click) === visitorOf(best.click))
    : []
  const reason = best
    ? reasonAgainst(input, best, rest)
    : reasonForNone(model, input, { candidates, nearby, obstacleOf })
  const chosen = reason === null ? best : undefined
  const scoreOf = (click: ClickCandidate) => scores.ranked.find((scored) => scored.click === click)
  const explained = {
    step: 'signals' as const,
    notes: notesOn(input, nearby),
    ...(best ? { noneScore: scores.noneScore } : {}),
    candidates: explainCandidates(input, candidates, {
      scoreOf,
      verdictOf: (click) => {
        if (chosen?.click === click) return 'claimed'
        if (chosen && superseded.includes(click)) return 'superseded'
        return obstacleOf(click) ?? 'not_chosen'
      },
    }),
  }
  if (chosen === undefined) {
    return noMatch(model, input, { explained, reason: reason ?? 'no_candidate' })
  }
  return claim(model, input, {
    explained,
    click: chosen.click,
    matchType: 'fingerprint',
    confidence: chosen.score,
    supersededClickIds: superseded.map(({ clickId }) => clickId),
  })
}

/** Finds the visitors of the install's address, and the reasons that exclude candidates. */
function surveyAddress(input: MatchInput, candidates: readonly ClickCandidate[]) {
  const isInside = ({ createdAt }: ClickCandidate) =>
    isInsideWindow(createdAt, input.now, windowMinutesOf(input))
  const near = candidates.filter((click) => click.sameAddress && isInside(click))
  const beyondCap = clicksBeyondIpCap(near)
  const obstacleOf: ObstacleOf = (click) => {
    if (!click.sameAddress) return 'other_address'
    if (click.platform !== input.platform) return 'other_platform'
    if (!isInside(click)) return 'outside_window'
    if (click.consumedAt) return 'consumed'
    if (isInstalledBefore(input.times, click, input.now)) return 'installed_before'
    return beyondCap.has(click) ? 'crowded_address' : null
  }
  return { nearby: newestOfEachVisitor(near), obstacleOf }
}

/** Returns the reason against the best candidate, or null. */
function reasonAgainst(
  input: MatchInput,
  best: ScoredCandidate,
  rest: readonly ScoredCandidate[],
): NoMatchReason | null {
  const { clickToken, minConfidence, now } = input
  const [second] = rest
  if (best.score < minConfidence) {
    const isShared = second !== undefined && best.score + second.score >= minConfidence
    return isShared ? 'ambiguous' : 'below_threshold'
  }
  // The calibration is measured mostly with one fitting visitor. Between two, it must not raise the share of either.
  if (second !== undefined && best.share < minConfidence * (best.share + second.share))
    return 'ambiguous'
  if (rest.some((other) => fitsAsWell(other, best))) return 'ambiguous'
  if (clickToken.state !== 'invalid') return null
  const isFresh = now.getTime() - best.click.createdAt.getTime() <= MAX_AGE_WITH_INVALID_TOKEN_MS
  return isFresh && agreesThroughout(best) ? null : 'below_threshold'
}

/** Less than any signal that distinguishes two phones. */
const EQUAL_WITHIN_BITS = 0.5

/** If the phones of two visitors fit equally well, the age of the clicks alone must not decide. */
function fitsAsWell(other: ScoredCandidate, best: ScoredCandidate): boolean {
  return fitOf(other) > fitOf(best) - EQUAL_WITHIN_BITS
}

function fitOf({ signals }: ScoredCandidate): number {
  return totalWeight(signals.filter(({ signal }) => signal !== 'install_time'))
}

/** Signals of the device itself, not of where and when it was used. */
const DEVICE_SIGNALS: readonly string[] = ['model', 'screen', 'os_version', 'time_zone', 'language']

function agreesThroughout({ signals }: ScoredCandidate): boolean {
  const outcomes = signals
    .filter(({ signal }) => DEVICE_SIGNALS.includes(signal))
    .map(({ outcome }) => outcome)
  const agreeing = outcomes.filter((outcome) => outcome === 'agrees')
  return agreeing.length >= AGREEING_WITH_INVALID_TOKEN && !outcomes.includes('differs')
}

/** A consumed click is the reason only if it would have been chosen. A shared address has clicks of other people. */
function reasonForNone(
  model: MatchModel,
  input: MatchInput,
  {
    candidates,
    nearby,
    obstacleOf,
  }: { candidates: readonly ClickCandidate[]; nearby: ClickCandidate[]; obstacleOf: ObstacleOf },
): NoMatchReason {
  const stoppedBy = (verdict: CandidateVerdict) =>
    candidates.filter((click) => obstacleOf(click) === verdict)
  const consumed = newestOfEachVisitor(stoppedBy('consumed'))
  const [best] = scoreCandidates(model, input, { open: consumed, nearby }).ranked
  if (best && reasonAgainst(input, best, []) === null) return 'already_consumed'
  if (stoppedBy('outside_window').some(({ createdAt }) => createdAt <= input.now)) return 'expired'
  if (stoppedBy('installed_before').length > 0) return 'installed_before_click'
  return stoppedBy('crowded_address').length > 0 ? 'ambiguous' : 'no_candidate'
}

function notesOn(input: MatchInput, nearby: readonly ClickCandidate[]): MatchNote[] {
  const isSharedV6 = input.isAddressV6 && !input.isAddressShared && !hasOwnAddress(input, nearby)
  const visitors: MatchNote = `visitors: ${countVisitors(nearby)}`
  return isSharedV6 ? [visitors, 'shared_ipv6_address'] : [visitors]
}
