import type {
  CandidateExplanation,
  ComparedSignal,
  InstallExplanation,
} from '@throughline/contracts/explanation'
import { formatTimestamp } from '../webhooks/payload.js'
import { describeDecision } from './explain-words.js'
import type {
  ExplainedCandidate,
  MatchExplanation,
  MatchSignals,
  SignalName,
  WeighedSignal,
} from './match-types.js'

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
  isTest: boolean
  installedAt: Date | null
  decidedAt: Date
  /** Click ids and UTM of the install referrer and of the claimed click, or null. */
  clickIds: { referrer: Record<string, string> | null; click: Record<string, string> | null }
  explanation: MatchExplanation | null
  /** As the app reported it; the other signals of an install are not stored. */
  osVersion: string | null
  /** What the browsers of the compared clicks reported, by click. */
  clickSignals: ReadonlyMap<string, MatchSignals>
  codes: ReadonlyMap<number, string>
  campaignNames: ReadonlyMap<number, string>
}

/** How many days a decision can be explained click by click. */
export const EXPLANATION_DAYS = 7

/** Explains why an install was matched or not: the response of GET /api/attribution/explain. */
export function explainInstall(install: DecidedInstall): InstallExplanation {
  const { explanation, codes, linkId } = install
  return {
    install_id: install.installId,
    platform: install.platform as InstallExplanation['platform'],
    is_test: install.isTest,
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
    referrer_click_ids: install.clickIds.referrer,
    claimed_click_ids: install.clickIds.click,
    ...(explanation === null ? NO_EXPLANATION : presentExplanation(explanation, install)),
  }
}

/** For an install without consent only the reason and the day are stored. */
export function explainRefusal(
  installId: string,
  { reason, day }: { reason: string; day: Date },
): InstallExplanation {
  const refused = { matched: false, matchType: null, confidence: 0, reason, explanation: null }
  return {
    install_id: installId,
    platform: null,
    is_test: false,
    installed_at: null,
    decided_at: formatTimestamp(day),
    matched: false,
    match_type: null,
    confidence: 0,
    reason: reason as InstallExplanation['reason'],
    summary: describeDecision(refused),
    attribution_id: null,
    click_id: null,
    link_id: null,
    code: null,
    referrer_click_ids: null,
    claimed_click_ids: null,
    ...NO_EXPLANATION,
    step: 'consent',
    notes: ['Without consent, only the reason and the day are stored.'],
  }
}

type ExplanationFields = Pick<
  InstallExplanation,
  | 'step'
  | 'window_minutes'
  | 'min_confidence'
  | 'model_version'
  | 'max_visitors_per_ip'
  | 'none_score'
  | 'is_address_shared'
  | 'notes'
  | 'candidates'
>

const NO_EXPLANATION: ExplanationFields = {
  step: null,
  window_minutes: null,
  min_confidence: null,
  model_version: null,
  max_visitors_per_ip: null,
  none_score: null,
  is_address_shared: null,
  notes: [`The compared clicks are kept for ${EXPLANATION_DAYS} days after the decision.`],
  candidates: null,
}

function presentExplanation(
  explanation: MatchExplanation,
  install: DecidedInstall,
): ExplanationFields {
  return {
    step: explanation.step,
    window_minutes: explanation.windowMinutes,
    min_confidence: explanation.minConfidence,
    model_version: explanation.modelVersion,
    max_visitors_per_ip: explanation.maxVisitorsPerIp,
    none_score: explanation.noneScore,
    is_address_shared: explanation.isAddressShared,
    notes: explanation.notes,
    candidates: explanation.candidates.map((candidate) => presentCandidate(candidate, install)),
  }
}

function presentCandidate(
  candidate: ExplainedCandidate,
  install: DecidedInstall,
): CandidateExplanation {
  const { decidedAt, codes, campaignNames } = install
  const { clickId, linkId, campaignId, createdAt, verdict, score, weight, signals, flags } =
    candidate
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
    weight,
    signals: signals?.map((signal) => presentSignal(signal, clickId, install)) ?? null,
    flags,
  }
}

function presentSignal(
  { maxWeight, ...weighed }: WeighedSignal,
  clickId: string,
  { osVersion, clickSignals }: DecidedInstall,
): ComparedSignal {
  const ofClick = clickSignals.get(clickId)
  return {
    ...weighed,
    max_weight: maxWeight,
    click_value: ofClick === undefined ? null : (VALUES[weighed.signal]?.(ofClick) ?? null),
    install_value: weighed.signal === 'os_version' ? osVersion : null,
  }
}

/** More languages than these would describe one person rather than the comparison. */
const MAX_LANGUAGES = 3

/** The region is a part of the language; addresses are not stored, and times are elsewhere. */
const VALUES: Partial<Record<SignalName, (reported: MatchSignals) => string | null>> = {
  model: ({ model }) => model,
  screen: ({ screenWidth: width, screenHeight: height }) =>
    width === null || height === null ? null : `${width}x${height}`,
  os_version: ({ osVersion }) => osVersion,
  time_zone: ({ timeZone }) => timeZone,
  language: ({ languages }) => languages?.slice(0, MAX_LANGUAGES).join(', ') ?? null,
}
