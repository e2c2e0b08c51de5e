/** What can be compared between a browser and an app; null where one side did not say. */
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
  /** When the install began, by the phone's clock; null when the app did not say. */
  installedAt: Date | null
  /** Strangers share the install's address (SHARED_ADDRESS_FILE). */
  isAddressShared: boolean
  /** The install's address is IPv6: the whole of it is one phone's own. */
  isAddressOwn: boolean
  signals: MatchSignals
}

/** A click of the same project that may be the install's own. */
export type ClickCandidate = {
  clickId: string
  linkId: number
  campaignId: number | null
  /** Of the browser: `ios`, `android`, `desktop`, `other`. */
  platform: string
  createdAt: Date
  consumedAt: Date | null
  /** Random id in the browser's storage; null when no visit was reported. */
  visitorId: string | null
  /** Same IPv4 address or same IPv6 /64 as the install; false too when either is no key. */
  sameAddress: boolean
  /** The whole address is equal, not just an IPv6 one's /64. */
  sameFullAddress: boolean
  signals: MatchSignals
}

export type SignalName = 'address' | 'screen' | 'language' | 'time_zone' | 'os_version' | 'model'

/** One signal of an install beside the same signal of a click. */
export type Comparison = {
  outcome: 'agrees' | 'differs' | 'not_comparable'
  /** Negative where a difference speaks for another device; 0 when not comparable. */
  points: number
  /** The most points that it could have had; 0 when not comparable. */
  of: number
}

export type SignalTrace = { signal: SignalName } & Comparison

/** How well a click fits an install; all of it must survive JSON. */
export type Score = {
  /** 0…1: the fit times the decay. */
  score: number
  /** 0…1: points over comparable ones, whatever the click's age. */
  fit: number
  /** Each signal once, comparable or not. */
  signals: SignalTrace[]
  /** The sum of `of` over the signals. */
  comparable: number
  /** How many signals beside the address agree. */
  agreeing: number
  /** How many must, for a match. */
  required: number
  /** 0…1: what is left of the score at the click's age. */
  decay: number
}

/** Compares an install with one click. A signal that cannot be compared is skipped, not failed. */
export type Scorer = (input: MatchInput, click: ClickCandidate) => Score

/** What became of a candidate. Scored ones are `claimed`, `superseded` or `not_chosen`. */
export type CandidateVerdict =
  | 'claimed'
  /** Of the same visitor as the claimed one, and consumed with it. */
  | 'superseded'
  | 'not_chosen'
  | 'not_considered'
  | 'other_address'
  /** Another system: never the same phone. */
  | 'other_platform'
  | 'other_link'
  | 'consumed'
  | 'outside_window'
  /** One of too many visitors behind the address to tell them apart. */
  | 'crowd'

/** What looks odd about a candidate; it decides nothing. */
export type MatchFlag = 'install_began_before_click' | 'install_began_within_2s'

export type CandidateTrace = {
  clickId: string
  linkId: number
  campaignId: number | null
  visitorId: string | null
  createdAt: string
  verdict: CandidateVerdict
  /** This and the next five as in `Score`; null when the click was not scored. */
  score: number | null
  signals: SignalTrace[] | null
  comparable: number | null
  agreeing: number | null
  required: number | null
  decay: number | null
  flags: MatchFlag[]
}

/** Why the decision fell as it did; JSON-safe, kept for `explain`. */
export type MatchTrace = {
  step: 'consent' | 'token' | 'code' | 'score'
  windowMinutes: number
  /** The least score that makes a match. */
  threshold: number
  /** The lead that a match needs over another visitor's click that points elsewhere. */
  margin: number
  /** Visitors behind the address inside the window beyond which they are a crowd. */
  mostVisitors: number
  /** Strangers share the install's address, so that it was no signal. */
  isAddressShared: boolean
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
