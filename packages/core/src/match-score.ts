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
import { isInsideWindow, newestFirst, windowMinutesOf } from './match-window.js'

/** The least score that makes a match. */
export const MATCH_THRESHOLD = 0.7

/** The lead that the best click needs over another visitor's that points elsewhere. */
export const MATCH_MARGIN = 0.1

/** What an equal fingerprint string is worth: two phones of one model can share it. */
const EXACT_FINGERPRINT_SCORE = 0.85

/** The plainest scorer: an equal fingerprint string, or nothing. */
export const exactFingerprintScorer: Scorer = (_, candidate) => ({
  score: candidate.fingerprintMatches ? EXACT_FINGERPRINT_SCORE : 0,
  trace: { fingerprint: candidate.fingerprintMatches ? 'equal' : 'different' },
})

export type ScoredPick = { candidates: CandidateTrace[] } & (
  | { reason: NoMatchReason }
  | { reason: null; click: ClickCandidate; score: number; supersededClickIds: string[] }
)

type Scored = { click: ClickCandidate; score: number }

/**
 * Chooses among the unconsumed clicks from the install's address inside the window (contract §7).
 * Of one visitor's clicks only the newest stands; it takes the others with it.
 */
export function pickByScore(
  input: MatchInput,
  candidates: readonly ClickCandidate[],
  scorer: Scorer,
): ScoredPick {
  const open = candidates.filter((click) => obstacleOf(click, input) === null)
  const scores = new Map<ClickCandidate, Score>(
    open.map((click) => [click, scorer(input.signals, click)]),
  )
  const ranked = newestOfEachVisitor(open)
    .map((click) => ({ click, score: clamp(scores.get(click)?.score ?? 0) }))
    .sort((a, b) => b.score - a.score || newestFirst(a.click, b.click))
  const [best] = ranked
  const trace = (verdictOf: (click: ClickCandidate) => CandidateVerdict) =>
    traced(candidates, verdictOf, (click) => scores.get(click))

  const reason = best ? refusalOf(best, ranked) : reasonForNone(input, candidates, scorer)
  if (!best || reason !== null) {
    const candidatesTrace = trace((click) => obstacleOf(click, input) ?? 'not_chosen')
    return { candidates: candidatesTrace, reason: reason ?? 'no_candidate' }
  }

  const superseded = open.filter(
    (click) => click !== best.click && isSameVisitor(click, best.click),
  )
  const verdictOf = (click: ClickCandidate): CandidateVerdict => {
    if (click === best.click) return 'claimed'
    return superseded.includes(click) ? 'superseded' : (obstacleOf(click, input) ?? 'not_chosen')
  }
  return {
    candidates: trace(verdictOf),
    reason: null,
    click: best.click,
    score: best.score,
    supersededClickIds: superseded.map((click) => click.clickId),
  }
}

/** What keeps a click from being scored, or null. */
function obstacleOf(click: ClickCandidate, input: MatchInput): CandidateVerdict | null {
  if (!click.sameAddress) return 'other_address'
  if (click.consumedAt) return 'consumed'
  const isInside = isInsideWindow(click.createdAt, input.now, windowMinutesOf(input))
  return isInside ? null : 'outside_window'
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

function refusalOf(best: Scored, ranked: readonly Scored[]): NoMatchReason | null {
  if (best.score < MATCH_THRESHOLD) return 'below_threshold'
  // Scores are sums of fractions: a lead of exactly the margin must not fail by a rounding error.
  const leastLead = MATCH_MARGIN - 1e-9
  const isAmbiguous = ranked.some(
    (other) => best.score - other.score < leastLead && pointsElsewhere(other.click, best.click),
  )
  return isAmbiguous ? 'ambiguous' : null
}

function pointsElsewhere(a: ClickCandidate, b: ClickCandidate): boolean {
  return a.linkId !== b.linkId || a.campaignId !== b.campaignId
}

/**
 * Why there was nothing to score. A consumed click is the reason only if it would have won, because
 * on a shared address it is mostly a neighbour's.
 */
function reasonForNone(
  input: MatchInput,
  candidates: readonly ClickCandidate[],
  scorer: Scorer,
): NoMatchReason {
  const nearby = candidates.filter((click) => click.sameAddress && !isAfterInstall(click, input))
  const [inside, outside] = [true, false].map((wanted) =>
    nearby.filter(
      (click) => isInsideWindow(click.createdAt, input.now, windowMinutesOf(input)) === wanted,
    ),
  )
  const wouldHaveWon = inside?.some(
    (click) => scorer(input.signals, click).score >= MATCH_THRESHOLD,
  )
  if (wouldHaveWon) return 'already_consumed'
  return outside?.length ? 'expired' : 'no_candidate'
}

function isAfterInstall(click: ClickCandidate, input: MatchInput): boolean {
  return click.createdAt > input.now
}

/** NaN counts as 0: no comparison with the threshold would refuse it. */
function clamp(score: number): number {
  return score > 0 ? Math.min(1, score) : 0
}
