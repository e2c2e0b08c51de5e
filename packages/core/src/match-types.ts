/** What can be compared between a browser and an app; null where one side did not say. */
export type MatchSignals = {
  /** The fingerprint string of contract §7. */
  fingerprint: string | null
  osVersion: string | null
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

/** The one reason for a no-match (contract §7). */
export type NoMatchReason =
  | 'no_candidate'
  | 'expired'
  | 'below_threshold'
  | 'ambiguous'
  | 'already_consumed'
  | 'wrong_project'
  | 'consent_missing'

export type MatchInput = {
  now: Date
  platform: 'ios' | 'android'
  clickToken: ClickTokenState
  /** The link that the referrer's or the clipboard's code names in this project; else null. */
  codeLinkId: number | null
  /** Where token or code came from. */
  source: MatchSource | null
  /** The project's window for codes and scoring, at most 24 h. */
  windowMinutes: number
  /** The project asks for consent and the app has not said that it was given. */
  consentMissing: boolean
  signals: MatchSignals
}

/** A click of the same project that may be the install's own. */
export type ClickCandidate = {
  clickId: string
  linkId: number
  campaignId: number | null
  createdAt: Date
  consumedAt: Date | null
  /** Random id in the browser's storage; null when no visit was reported. */
  visitorId: string | null
  /** Same IPv4 address or same IPv6 /64 as the install; false too when either is no key. */
  sameAddress: boolean
  /** Whether the fingerprint strings are equal. */
  fingerprintMatches: boolean
  signals: MatchSignals
}

/** 0…1, and per signal whatever explains it; `trace` must survive JSON. */
export type Score = { score: number; trace: Record<string, unknown> }

/** Compares an install with one click. A signal that cannot be compared is skipped, not failed. */
export type Scorer = (signals: MatchSignals, candidate: ClickCandidate) => Score

export type CandidateVerdict =
  | 'claimed'
  | 'superseded'
  | 'not_chosen'
  | 'not_considered'
  | 'other_address'
  | 'other_link'
  | 'consumed'
  | 'outside_window'

export type CandidateTrace = {
  clickId: string
  linkId: number
  campaignId: number | null
  visitorId: string | null
  createdAt: string
  verdict: CandidateVerdict
  /** null when the click was not scored. */
  score: number | null
  signals: Record<string, unknown> | null
}

/** Why the decision fell as it did; JSON-safe, kept for `explain`. */
export type MatchTrace = {
  step: 'consent' | 'token' | 'code' | 'score'
  windowMinutes: number
  threshold: number
  margin: number
  candidates: CandidateTrace[]
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
  trace: MatchTrace
}
