import type { CandidateTrace, CandidateVerdict, ClickCandidate, Score } from './match-types.js'

/** The trace of every candidate, in the order given, for `explain`. */
export function traced(
  candidates: readonly ClickCandidate[],
  verdictOf: (candidate: ClickCandidate) => CandidateVerdict,
  scoreOf: (candidate: ClickCandidate) => Score | undefined = () => undefined,
): CandidateTrace[] {
  return candidates.map((candidate) => {
    const score = scoreOf(candidate)
    return {
      clickId: candidate.clickId,
      linkId: candidate.linkId,
      campaignId: candidate.campaignId,
      visitorId: candidate.visitorId,
      createdAt: candidate.createdAt.toISOString(),
      verdict: verdictOf(candidate),
      score: score?.score ?? null,
      signals: score?.trace ?? null,
    }
  })
}
