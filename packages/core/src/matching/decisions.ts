import { explainCandidates } from './explain-candidates.js'
import type { MatchModel } from './match-model.js'
import type {
  ClickCandidate,
  Decision,
  MatchExplanation,
  MatchInput,
  MatchNote,
  MatchSource,
  MatchType,
  NoMatchReason,
} from './match-types.js'
import { TOKEN_WINDOW_MINUTES, windowMinutesOf } from './match-window.js'
import { MAX_VISITORS_PER_IP } from './visitors.js'

export type Explained = Pick<MatchExplanation, 'step' | 'candidates'> & {
  notes?: MatchNote[]
  noneScore?: number
}

export function claim(
  model: MatchModel,
  input: MatchInput,
  {
    click,
    matchType,
    confidence,
    supersededClickIds = [],
    explained,
  }: {
    explained: Explained
    click: ClickCandidate
    matchType: MatchType
    confidence: number
    supersededClickIds?: string[]
  },
): Decision {
  return {
    matched: true,
    matchType,
    confidence,
    reason: null,
    clickId: click.clickId,
    supersededClickIds,
    linkId: click.linkId,
    explanation: explain(model, input, explained),
  }
}

/** A decision without a click. Contains the code's link, so that the app can still route. */
export function noMatch(
  model: MatchModel,
  input: MatchInput,
  {
    reason,
    linkId = input.codeLinkId,
    explained,
  }: { explained: Explained; reason: NoMatchReason; linkId?: number | null },
): Decision {
  return {
    matched: false,
    matchType: null,
    confidence: 0,
    reason,
    clickId: null,
    supersededClickIds: [],
    linkId,
    explanation: explain(model, input, explained),
  }
}

export function notConsidered(
  input: MatchInput,
  candidates: readonly ClickCandidate[],
  step: MatchExplanation['step'],
): Explained {
  const verdictOf = () => 'not_considered' as const
  return { step, candidates: explainCandidates(input, candidates, { verdictOf }) }
}

/** If the caller did not report a source, the platform has only one. */
export function sourceOf(input: Pick<MatchInput, 'source' | 'platform'>): MatchSource {
  return input.source ?? (input.platform === 'android' ? 'referrer' : 'clipboard')
}

function explain(
  model: MatchModel,
  input: MatchInput,
  { step, candidates, notes = [], noneScore }: Explained,
): MatchExplanation {
  return {
    step,
    windowMinutes: step === 'token' ? TOKEN_WINDOW_MINUTES : windowMinutesOf(input),
    minConfidence: input.minConfidence,
    maxVisitorsPerIp: MAX_VISITORS_PER_IP,
    modelVersion: model.version,
    noneScore: noneScore ?? null,
    isAddressShared: input.isAddressShared,
    notes: [
      ...(input.clickToken.state === 'invalid' ? (['invalid_token'] as const) : []),
      ...(input.isAddressShared ? (['shared_range'] as const) : []),
      ...notes,
    ],
    candidates,
  }
}
