import type { ClickIds } from '../links/click-ids.js'

/** What can be compared between a browser and an app; null where one side did not report it. */
export type MatchSignals = {
  /** A browser's only where it is the true one, not what a frozen user agent says of every phone. */
  osVersion: string | null
  /** A browser's only from its client hints. */
  model: string | null
  /** Logical points. */
  screenWidth: number | null
  screenHeight: number | null
  pixelRatio: number | null
  /** As BCP 47 tags, the preferred one first. */
  languages: readonly string[] | null
  /** IANA name. */
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

/** Why an install was not matched; where several apply, the first of this list is reported. */
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

/** What an install referrer says about where the install comes from, besides our own token. */
export type ReferrerEvidence = {
  /** Parameters that only other attribution services write, such as `af_tranid`. */
  foreignParameters: readonly string[]
  /** Its code is no code of this project. */
  hasUnknownCode: boolean
  clickIds: ClickIds
  /** Null where it is absent, `(not set)`, `(direct)` or Google Play's organic one. */
  utmSource: string | null
}

export type InstallTimes = {
  /** By the phone's clock. */
  installedAt: Date | null
  /** By Google Play's clock. */
  beganAt: Date | null
  /** When Google Play was opened with the referrer, by its own clock. */
  referrerClickAt: Date | null
}

export type MatchInput = {
  now: Date
  platform: MatchPlatform
  consent: 'given' | 'missing' | 'refused'
  clickToken: ClickTokenState
  /** The link that the referrer's or the clipboard's code names in this project; else null. */
  codeLinkId: number | null
  /** Where token or code came from. */
  source: MatchSource | null
  /** Null where the app sent no referrer. */
  referrer: ReferrerEvidence | null
  /** The project's window for codes and signals, at most 24 h. */
  windowMinutes: number
  /** The least confidence of a match by signals, 0.5…0.99. */
  minConfidence: number
  times: InstallTimes
  /** The install's address lies in a shared IP range. */
  isAddressShared: boolean
  /** The install's address is IPv6. */
  isAddressV6: boolean
  signals: MatchSignals
}

/** A click of the same project that may be the install's own. */
export type ClickCandidate = {
  clickId: string
  linkId: number
  campaignId: number | null
  /** `link_host`, or `sdk` where an installed app recorded it. */
  source: string
  /** Of the browser: `ios`, `android`, `desktop`, `other`. */
  platform: string
  createdAt: Date
  consumedAt: Date | null
  /** Random id in the browser's storage; null when no device was reported. */
  visitorId: string | null
  /** Same IPv4 address or same IPv6 /64 as the install; false too when either is no key. */
  sameAddress: boolean
  /** The whole address is equal, not only an IPv6 one's /64. */
  sameFullAddress: boolean
  /** Click ids and UTM of its query; empty where they were not read. */
  params: Readonly<Record<string, string>>
  /** Of the link's campaign, else of the link. */
  linkUtmSource: string | null
  signals: MatchSignals
}

/** In the order in which they are compared: a later one may depend on an earlier one. */
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

/** One signal of an install beside the same signal of a click. */
export type SignalComparison = {
  signal: SignalName
  outcome: Outcome
  /** The install's value as the model's tables name it; null when not comparable. */
  bucket: string | null
}

export type WeighedSignal = {
  signal: SignalName
  outcome: Outcome
  /** log2 of how much likelier this outcome is for the same person than for another behind the address; 0 when not comparable. */
  weight: number
  /** The weight of an agreement. */
  maxWeight: number
}

/** What kept a candidate from being chosen, or that it was. */
export type CandidateVerdict =
  | 'claimed'
  /** Of the same visitor as the claimed one, and consumed with it. */
  | 'superseded'
  | 'not_chosen'
  | 'not_considered'
  | 'other_address'
  | 'other_platform'
  | 'other_link'
  /** Does not carry the click id or the source that the referrer names. */
  | 'other_source'
  /** A comparable device signal differs, where a code decides. */
  | 'other_device'
  | 'recorded_by_app'
  /** The app was installed more than 24 h before the click. */
  | 'installed_before'
  | 'consumed'
  | 'outside_window'
  /** More visitors share the address than signals can distinguish. */
  | 'crowded_address'

/** What looks odd about a candidate; it decides nothing. */
export type MatchFlag = 'install_began_before_click' | 'install_began_within_2s'

/** Further facts about the decision, for `explain`. */
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
  /** 0…1: the probability that the install belongs to this click; null when it was not scored. */
  score: number | null
  /** log2 of the odds that its signals give; null when nothing was compared. */
  weight: number | null
  signals: WeighedSignal[] | null
  flags: MatchFlag[]
}

/** Why the decision was made; JSON-safe, kept for `explain`. */
export type MatchExplanation = {
  step: 'consent' | 'token' | 'code' | 'source' | 'signals'
  windowMinutes: number
  minConfidence: number
  maxVisitorsPerIp: number
  modelVersion: string
  /** 0…1: the probability that the install belongs to none of the candidates; null when nothing was scored. */
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
  /** The click to claim. */
  clickId: string | null
  /** Clicks of the same visitor that are consumed together with it. */
  supersededClickIds: string[]
  /** The link to route to; also without a match where token or code names one. */
  linkId: number | null
  explanation: MatchExplanation
}
