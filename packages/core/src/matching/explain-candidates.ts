import type {
  CandidateVerdict,
  ClickCandidate,
  ExplainedCandidate,
  MatchFlag,
  MatchInput,
} from './match-types.js'
import type { ScoredCandidate } from './score-candidates.js'

/** A real visitor takes longer from the click to the install in a store. A forged click may be faster. */
const SUSPICIOUSLY_SOON_MS = 2_000

type Verdicts = {
  verdictOf: (candidate: ClickCandidate) => CandidateVerdict
  scoreOf?: (candidate: ClickCandidate) => ScoredCandidate | undefined
}

export function explainCandidates(
  { times }: Pick<MatchInput, 'times'>,
  candidates: readonly ClickCandidate[],
  { verdictOf, scoreOf = () => undefined }: Verdicts,
): ExplainedCandidate[] {
  const beganAt = times.beganAt ?? times.installedAt
  return candidates.map((candidate) => {
    const scored = scoreOf(candidate)
    return {
      clickId: candidate.clickId,
      linkId: candidate.linkId,
      campaignId: candidate.campaignId,
      visitorId: candidate.visitorId,
      createdAt: candidate.createdAt.toISOString(),
      verdict: verdictOf(candidate),
      score: scored?.score ?? null,
      weight: scored?.weight ?? null,
      signals: scored?.signals ?? null,
      flags: flagsOf(candidate, beganAt),
    }
  })
}

function flagsOf(click: ClickCandidate, beganAt: Date | null): MatchFlag[] {
  if (beganAt === null) return []
  const delayMs = beganAt.getTime() - click.createdAt.getTime()
  if (delayMs < 0) return ['install_began_before_click']
  return delayMs <= SUSPICIOUSLY_SOON_MS ? ['install_began_within_2s'] : []
}
