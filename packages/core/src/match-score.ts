import { crowdedClicks } from './match-crowd.js'
import { traced } from './match-trace.js'
import type {
  CandidateTrace,
  CandidateVerdict,
  ClickCandidate,
  MatchInput,
  NoMatchReason,
  Score,
  Scorer,
} from './match-types.js'
import { MATCH_MARGIN, MATCH_THRESHOLD } from './match-weights.js'
import { isInsideWindow, newestFirst, windowMinutesOf } from './match-window.js'

export type ScoredPick = { candidates: CandidateTrace[] } & (
  | { reason: NoMatchReason }
  | { reason: null; click: ClickCandidate; score: number; supersededClickIds: string[] }
)

type Scored = { click: ClickCandidate; score: number; fit: number; hasEnough: boolean }

/** What keeps a click from being scored, or null. */
type ObstacleOf = (click: ClickCandidate) => CandidateVerdict | null

/**
 * Chooses among the unconsumed clicks from the install's address inside the window (contract §7).
 * Of one visitor's clicks only the newest stands; it takes the others with it.
 */
export function pickByScore(
  input: MatchInput,
  candidates: readonly ClickCandidate[],
  scorer: Scorer,
): ScoredPick {
  const obstacleOf = obstaclesAmong(input, candidates)
  const open = candidates.filter((click) => obstacleOf(click) === null)
  const scores = new Map(open.map((click) => [click, scorer(input, click)]))
  const ranked = newestOfEachVisitor(open)
    .map((click) => toScored(click, scores.get(click)))
    .sort(bestFirst)
  const [best] = ranked
  const scoreOf = (click: ClickCandidate) => scores.get(click)

  const reason = best
    ? refusalOf(best, ranked)
    : reasonForNone(input, candidates, { obstacleOf, scorer })
  if (!best || reason !== null) {
    const verdictOf = (click: ClickCandidate) => obstacleOf(click) ?? 'not_chosen'
    return {
      candidates: traced(input, candidates, { verdictOf, scoreOf }),
      reason: reason ?? 'no_candidate',
    }
  }

  const superseded = open.filter(
    (click) => click !== best.click && isSameVisitor(click, best.click),
  )
  const verdictOf = (click: ClickCandidate): CandidateVerdict => {
    if (click === best.click) return 'claimed'
    return superseded.includes(click) ? 'superseded' : (obstacleOf(click) ?? 'not_chosen')
  }
  return {
    candidates: traced(input, candidates, { verdictOf, scoreOf }),
    reason: null,
    click: best.click,
    score: best.score,
    supersededClickIds: superseded.map((click) => click.clickId),
  }
}

function obstaclesAmong(input: MatchInput, candidates: readonly ClickCandidate[]): ObstacleOf {
  const isInside = ({ createdAt }: ClickCandidate) =>
    isInsideWindow(createdAt, input.now, windowMinutesOf(input))
  const crowd = crowdedClicks(candidates.filter((one) => one.sameAddress && isInside(one)))
  return (click) => {
    if (!click.sameAddress) return 'other_address'
    if (click.platform !== input.platform) return 'other_platform'
    if (!isInside(click)) return 'outside_window'
    if (crowd.has(click)) return 'crowd'
    return click.consumedAt ? 'consumed' : null
  }
}

function newestOfEachVisitor(clicks: readonly ClickCandidate[]): ClickCandidate[] {
  const seen = new Set<string>()
  return [...clicks].sort(newestFirst).filter(({ visitorId }) => {
    if (visitorId === null) return true
    const isNewest = !seen.has(visitorId)
    seen.add(visitorId)
    return isNewest
  })
}

function isSameVisitor(a: ClickCandidate, b: ClickCandidate): boolean {
  return a.visitorId !== null && a.visitorId === b.visitorId
}

function toScored(click: ClickCandidate, score: Score | undefined): Scored {
  const { agreeing = 0, required = 0, fit = 0 } = score ?? {}
  return {
    click,
    score: clamp(score?.score ?? 0),
    fit: clamp(fit),
    hasEnough: agreeing >= required,
  }
}

/** A click of which too little is known can't win, but it may stand in the way of another. */
function bestFirst(a: Scored, b: Scored): number {
  return (
    Number(b.hasEnough) - Number(a.hasEnough) || b.score - a.score || newestFirst(a.click, b.click)
  )
}

function refusalOf(best: Scored, ranked: readonly Scored[]): NoMatchReason | null {
  if (!isMatch(best)) return 'below_threshold'
  // Scores are sums of fractions: a lead of exactly the margin must not fail by a rounding error.
  const leastLead = MATCH_MARGIN - 1e-9
  const isAmbiguous = ranked.some(
    // By their fit: that a click is younger does not make it this phone's.
    (other) => best.fit - other.fit < leastLead && pointsElsewhere(other.click, best.click),
  )
  return isAmbiguous ? 'ambiguous' : null
}

function isMatch({ score, hasEnough }: Scored): boolean {
  return hasEnough && score >= MATCH_THRESHOLD
}

function pointsElsewhere(a: ClickCandidate, b: ClickCandidate): boolean {
  return a.linkId !== b.linkId || a.campaignId !== b.campaignId
}

/**
 * Why there was nothing to choose from. A consumed click is the reason only if it would have won, because
 * on a shared address it is mostly a neighbour's.
 */
function reasonForNone(
  input: MatchInput,
  candidates: readonly ClickCandidate[],
  { obstacleOf, scorer }: { obstacleOf: ObstacleOf; scorer: Scorer },
): NoMatchReason {
  const stoppedBy = (verdict: CandidateVerdict) =>
    candidates.filter((click) => obstacleOf(click) === verdict)
  if (stoppedBy('crowd').length > 0) return 'ambiguous'
  const consumed = stoppedBy('consumed')
  if (consumed.some((click) => isMatch(toScored(click, scorer(input, click)))))
    return 'already_consumed'
  const isLate = stoppedBy('outside_window').some((click) => click.createdAt <= input.now)
  return isLate ? 'expired' : 'no_candidate'
}

/** NaN counts as 0: among numbers it has no place, so that the best one would not come first. */
function clamp(score: number): number {
  return score > 0 ? Math.min(1, score) : 0
}
