import type { ExplainedCandidate, InstallExplanation } from '@throughline/contracts/explanation'
import { describeDecision } from './explain-words.js'
import type { CandidateTrace, MatchTrace } from './match-types.js'
import { formatTimestamp } from './payload.js'

/** A decision as it is stored, with the names of what its trace refers to. */
export type DecidedInstall = {
  installId: string
  platform: string
  matched: boolean
  matchType: string | null
  confidence: number
  reason: string | null
  clickId: string | null
  linkId: number | null
  attributionId: string | null
  /** As the app told it. */
  installedAt: Date | null
  decidedAt: Date
  /** null once it is past its seven days. */
  trace: MatchTrace | null
  codes: ReadonlyMap<number, string>
  campaignNames: ReadonlyMap<number, string>
}

/** For so long, in days, a decision can be explained click by click. */
export const MATCH_TRACE_DAYS = 7

/** Why an install was matched or not: the answer of GET /api/attribution/explain (contract §7). */
export function explainInstall(install: DecidedInstall): InstallExplanation {
  const { trace, codes, linkId } = install
  return {
    install_id: install.installId,
    // Bound where they were written: by the request's schema, and by the decision's own types.
    platform: install.platform as InstallExplanation['platform'],
    installed_at: install.installedAt === null ? null : formatTimestamp(install.installedAt),
    decided_at: formatTimestamp(install.decidedAt),
    matched: install.matched,
    match_type: install.matchType as InstallExplanation['match_type'],
    confidence: install.confidence,
    reason: install.reason as InstallExplanation['reason'],
    summary: describeDecision(install),
    attribution_id: install.attributionId,
    click_id: install.clickId,
    link_id: linkId,
    code: linkId === null ? null : (codes.get(linkId) ?? null),
    ...(trace === null ? NO_TRACE : explainTrace(trace, install)),
  }
}

type TraceFields = Pick<
  InstallExplanation,
  | 'step'
  | 'window_minutes'
  | 'threshold'
  | 'margin'
  | 'most_visitors'
  | 'is_address_shared'
  | 'candidates'
  | 'note'
>

const NO_TRACE: TraceFields = {
  step: null,
  window_minutes: null,
  threshold: null,
  margin: null,
  most_visitors: null,
  is_address_shared: null,
  candidates: null,
  note: `The clicks that were considered are kept for ${MATCH_TRACE_DAYS} days after the decision.`,
}

function explainTrace(trace: MatchTrace, install: DecidedInstall): TraceFields {
  return {
    step: trace.step,
    window_minutes: trace.windowMinutes,
    threshold: trace.threshold,
    margin: trace.margin,
    most_visitors: trace.mostVisitors,
    is_address_shared: trace.isAddressShared,
    candidates: trace.candidates.map((candidate) => explainCandidate(candidate, install)),
    note: null,
  }
}

function explainCandidate(
  candidate: CandidateTrace,
  { decidedAt, codes, campaignNames }: DecidedInstall,
): ExplainedCandidate {
  const { clickId, linkId, campaignId, createdAt, verdict } = candidate
  const { score, signals, comparable, agreeing, required, decay, flags } = candidate
  const clickedAt = new Date(createdAt)
  return {
    click_id: clickId,
    link_id: linkId,
    code: codes.get(linkId) ?? null,
    campaign_id: campaignId,
    campaign_name: campaignId === null ? null : (campaignNames.get(campaignId) ?? null),
    clicked_at: formatTimestamp(clickedAt),
    age_seconds: (decidedAt.getTime() - clickedAt.getTime()) / 1_000,
    verdict,
    score,
    signals,
    comparable,
    agreeing,
    required,
    decay,
    flags,
  }
}
