import type { ClickIds } from '../links/click-ids.js'

/** Signals of a browser or an app; null if not reported. */
export type MatchSignals = {
  /** From a browser only if true, not the fixed version of a frozen user agent. */
  osVersion: string | null
  /** From a browser only by client hints. */
  model: string | null
  screenWidth: number | null
  screenHeight: number | null
  pixelRatio: number | null
  /** BCP 47 tags, preferred first. */
  languages: readonly string[] | null
  timeZone: string | null
}

export type ClickTokenState =
  | { state: 'absent' }
  | { state: 'invalid' }
  | { state: 'wrong_project' }
  | { state: 'valid'; clickId: string }

export type MatchSource = 'referrer' | 'clipboard'
export type MatchType = MatchSource | 'fingerprint'
export type MatchPlatform = 'ios' | 'android'

/** Why an install was not matched. If several reasons apply, the first one here is reported. */
export const NO_MATCH_REASONS = [
  'consent_missing',
  'consent_refused',
  'wrong_project',
  'already_consumed',
  'expired',
  'other_source',
  'installed_before_click',
  'no_candidate',
  'ambiguous',
  'below_threshold',
] as const

export type NoMatchReason = (typeof NO_MATCH_REASONS)[number]

/** What an install referrer says about the install's source, besides our token. */
export type ReferrerEvidence = {
  /** Parameters that only other attribution services write, such as `af_tranid`. */
  foreignParameters: readonly string[]
  hasUnknownCode: boolean
  clickIds: ClickIds
  /** Null if absent, `(not set)`, `(direct)` or Google Play's organic source. */
  utmSource: string | null
}

export type InstallTimes = {
  /** By the phone's clock. */
  installedAt: Date | null
  /** By Google Play's clock. */
  beganAt: Date | null
  /** When Google Play was opened with the referrer, by its clock. */
  referrerClickAt: Date | null
}

export type MatchInput = {
  now: Date
  platform: MatchPlatform
  consent: 'given' | 'missing' | 'refused'
  clickToken: ClickTokenState
  /** The project's link named by the code in the referrer or clipboard, or null. */
  codeLinkId: number | null
  source: MatchSource | null
  referrer: ReferrerEvidence | null
  /** The project's window for codes and signals, at most 24 h. */
  windowMinutes: number
  /** The minimum confidence of a match by signals, 0.5…0.99. */
  minConfidence: number
  times: InstallTimes
  isAddressShared: boolean
  isAddressV6: boolean
  signals: MatchSignals
}

export type ClickCandidate = {
  clickId: string
  linkId: number
  campaignId: number | null
  /** `link_host`, or `sdk` if an installed app recorded it. */
  source: string
  /** Of the browser: `ios`, `android`, `desktop`, `other`. */
  platform: string
  createdAt: Date
  consumedAt: Date | null
  /** Random id in the browser's storage; null without a device report. */
  visitorId: string | null
  /** Same IPv4 address or IPv6 /64 as the install; false if either is not a key. */
  sameAddress: boolean
  /** The whole IPv6 address is equal, not only the /64. */
  sameFullAddress: boolean
  /** Click ids and UTM of its query; empty if they were not read. */
  params: Readonly<Record<string, string>>
  /** The campaign's, otherwise the link's. */
  linkUtmSource: string | null
  signals: MatchSignals
}

/** In comparison order: a later signal may depend on an earlier one. */
export const SIGNAL_NAMES = [
  'model',
  'screen',
  'os_version',
  'time_zone',
  'language',
  'region',
  'address',
  'install_time',
] as const

export type SignalName = (typeof SIGNAL_NAMES)[number]
export type Outcome = 'agrees' | 'differs' | 'not_comparable'

export type SignalComparison = {
  signal: SignalName
  outcome: Outcome
  /** The install's bucket in the model; null if not comparable. */
  bucket: string | null
}

export type WeighedSignal = {
  signal: SignalName
  outcome: Outcome
  /** log2 of the likelihood ratio for the same person against another behind the address; 0 if not comparable. */
  weight: number
  /** The weight if the signal agrees. */
  maxWeight: number
}

export type CandidateVerdict =
  | 'claimed'
  /** Of the same visitor as the claimed click, and consumed with it. */
  | 'superseded'
  | 'not_chosen'
  | 'not_considered'
  | 'other_address'
  | 'other_platform'
  | 'other_link'
  /** Lacks the click id or source named by the referrer. */
  | 'other_source'
  /** A comparable device signal differs; only if a code decides. */
  | 'other_device'
  | 'recorded_by_app'
  /** The app was installed more than 24 h before the click. */
  | 'installed_before'
  | 'consumed'
  | 'outside_window'
  /** More visitors share the address than signals can distinguish. */
  | 'crowded_address'

/** Unusual facts about a candidate that do not affect the decision. */
export type MatchFlag = 'install_began_before_click' | 'install_began_within_2s'

export type MatchNote =
  | 'invalid_token'
  | 'shared_range'
  | 'installed_before_click'
  | 'shared_ipv6_address'
  | 'another_visitor_of_the_link'
  | `visitors: ${number}`
  | `other_source: ${string}`

export type ExplainedCandidate = {
  clickId: string
  linkId: number
  campaignId: number | null
  visitorId: string | null
  createdAt: string
  verdict: CandidateVerdict
  /** The probability that the install belongs to this click, 0…1; null if not scored. */
  score: number | null
  /** log2 of the odds from its signals; null if nothing was compared. */
  weight: number | null
  signals: WeighedSignal[] | null
  flags: MatchFlag[]
}

/** Why the decision was made; JSON-safe, stored for `explain`. */
export type MatchExplanation = {
  step: 'consent' | 'token' | 'code' | 'source' | 'signals'
  windowMinutes: number
  minConfidence: number
  maxVisitorsPerIp: number
  modelVersion: string
  /** The probability that the install belongs to no candidate, 0…1; null if nothing was scored. */
  noneScore: number | null
  isAddressShared: boolean
  notes: MatchNote[]
  candidates: ExplainedCandidate[]
}

export type Decision = {
  matched: boolean
  matchType: MatchType | null
  /** 0…1; 0 without a match. */
  confidence: number
  reason: NoMatchReason | null
  clickId: string | null
  /** Clicks of the same visitor that are consumed together with it. */
  supersededClickIds: string[]
  /** The link to route to; set without a match too if token or code name one. */
  linkId: number | null
  explanation: MatchExplanation
}
