import type {
  CandidateTrace,
  CandidateVerdict,
  ClickCandidate,
  MatchFlag,
  MatchInput,
  Score,
} from './match-types.js'

/** A tap that leads to a store takes longer than this to begin an install; a forged one may not. */
const SUSPICIOUSLY_SOON_MS = 2_000

type Judgement = {
  verdictOf: (candidate: ClickCandidate) => CandidateVerdict
  scoreOf?: (candidate: ClickCandidate) => Score | undefined
}

/** The trace of every candidate, in the order given, for `explain`. */
export function traced(
  input: Pick<MatchInput, 'installedAt'>,
  candidates: readonly ClickCandidate[],
  { verdictOf, scoreOf = () => undefined }: Judgement,
): CandidateTrace[] {
  return candidates.map((candidate) => ({
    clickId: candidate.clickId,
    linkId: candidate.linkId,
    campaignId: candidate.campaignId,
    visitorId: candidate.visitorId,
    createdAt: candidate.createdAt.toISOString(),
    verdict: verdictOf(candidate),
    ...scoreTrace(scoreOf(candidate)),
    flags: flagsOf(candidate, input.installedAt),
  }))
}

type ScoreTrace = Pick<
  CandidateTrace,
  'score' | 'signals' | 'comparable' | 'agreeing' | 'required' | 'decay'
>

const UNSCORED: ScoreTrace = {
  score: null,
  signals: null,
  comparable: null,
  agreeing: null,
  required: null,
  decay: null,
}

function scoreTrace(score: Score | undefined): ScoreTrace {
  if (score === undefined) return UNSCORED
  const { signals, comparable, agreeing, required, decay } = score
  return { score: score.score, signals, comparable, agreeing, required, decay }
}

function flagsOf(click: ClickCandidate, installedAt: Date | null): MatchFlag[] {
  if (installedAt === null) return []
  const delayMs = installedAt.getTime() - click.createdAt.getTime()
  if (delayMs < 0) return ['install_began_before_click']
  return delayMs <= SUSPICIOUSLY_SOON_MS ? ['install_began_within_2s'] : []
}
