import type {
  ExplainedCandidate,
  MatchExplanation,
  MatchNote,
  NoMatchReason,
  SignalName,
} from './match-types.js'

type Decided = {
  matched: boolean
  matchType: string | null
  reason: string | null
  confidence: number
  explanation: MatchExplanation | null
}

export function describeDecision(install: Decided): string {
  if (install.matched) return `Matched: ${whyMatched(install)}.`
  const { explanation } = install
  const why = whyNot(install.reason as NoMatchReason | null, explanation)
  const isForged = explanation?.notes.includes('invalid_token') === true
  return `Not matched: ${why}.${isForged ? ' The click token failed verification and was ignored.' : ''}`
}

function whyMatched({ matchType, confidence, explanation }: Decided): string {
  const carrier = matchType === 'clipboard' ? 'clipboard' : 'install referrer'
  if (matchType === 'fingerprint')
    return `the phone that installed looks like the one that clicked from the same network, and ${percent(confidence)} of such matches are right`
  // Without an explanation, the confidence distinguishes the two: only a token is certain.
  const isByToken = explanation === null ? confidence === 1 : explanation.step === 'token'
  return isByToken
    ? `the ${carrier} carried the verified token of this click`
    : `the ${carrier} named the link, and one visitor clicked it from the same network${within(explanation)}`
}

function whyNot(reason: NoMatchReason | null, explanation: MatchExplanation | null): string {
  switch (reason) {
    case 'consent_missing':
      return 'the project requires consent and the app did not report any; the next report with consent is decided again'
    case 'consent_refused':
      return 'the user refused consent, so nothing about the device was stored or compared'
    case 'wrong_project':
      return 'the click token belongs to another project; the app may have been built with the wrong project key'
    case 'already_consumed':
      return 'another install has already claimed the click, and each click is claimed once'
    case 'expired':
      return whyExpired(explanation)
    case 'other_source':
      return whyOtherSource(explanation)
    case 'installed_before_click':
      return 'the app was installed more than 24 hours before the click, so the click cannot have led to the install'
    case 'no_candidate':
      return whyNoCandidate(explanation)
    case 'ambiguous':
      return whyAmbiguous(explanation)
    case 'below_threshold':
      return whyBelowThreshold(explanation)
    case null:
      return 'no reason was recorded'
  }
}

function whyExpired(explanation: MatchExplanation | null): string {
  if (explanation === null) return 'the click was too old'
  const window = duration(explanation)
  return explanation.step === 'token'
    ? `the click is older than ${window}, for which its token is valid`
    : `the clicks from the same network are older than the window of ${window === 'hour' ? 'one hour' : window}`
}

function whyOtherSource(explanation: MatchExplanation | null): string {
  const named = valueOf(explanation, 'other_source: ')
  const what = named === null ? 'another source' : `another source (${named})`
  return `the install referrer names ${what}, which no click from the same network carries`
}

function whyNoCandidate(explanation: MatchExplanation | null): string {
  switch (explanation?.step) {
    case 'token':
      return 'the click token is genuine, but its click is not in the database'
    case 'code':
      return `${whyNoCodeMatch(explanation)}; the install keeps the link`
    case 'signals':
      return `no unused click from the same network and kind of phone opened its landing page${within(explanation)}`
    case 'source':
    case 'consent':
    case undefined:
      return 'no click fits the install'
  }
}

/** The reason against the clicks of the named link, most common first. */
function whyNoCodeMatch(explanation: MatchExplanation): string {
  const has = (verdict: string) =>
    explanation.candidates.some((candidate) => candidate.verdict === verdict)
  if (explanation.notes.includes('another_visitor_of_the_link'))
    return 'the code carries no token, and more than one visitor clicked this link from the same network'
  if (explanation.isAddressShared)
    return 'the code carries no token, and the network is shared by unrelated people'
  if (has('crowded_address'))
    return `the code carries no token, and more than ${explanation.maxVisitorsPerIp} visitors came from the network`
  if (has('other_platform') || has('other_device'))
    return 'the code carries no token, and the click came from a different device'
  if (has('recorded_by_app'))
    return 'the code carries no token, and the click was recorded by an installed app'
  return `the code carries no token, and no unused click of this link came from the same network${within(explanation)}`
}

function whyAmbiguous(explanation: MatchExplanation | null): string {
  if (explanation?.candidates.some(({ verdict }) => verdict === 'crowded_address') === true)
    return `more than ${explanation.maxVisitorsPerIp} visitors came from the network${within(explanation)}, which are too many to tell apart`
  return 'clicks of different visitors fit the install about equally well'
}

function whyBelowThreshold(explanation: MatchExplanation | null): string {
  if (explanation === null) return 'no click fits the install well enough'
  const [closest] = [...explanation.candidates].sort((a, b) => (b.score ?? 0) - (a.score ?? 0))
  const best = closest?.score ?? 0
  if (best >= explanation.minConfidence)
    return 'with an invalid token, only a click of the last 5 minutes that agrees in four signals is matched'
  return `the most likely click belongs to the install with a probability of ${percent(best)}, and the project requires ${percent(explanation.minConfidence)}${whatDiffers(closest)}`
}

/** In the words of a reader; the other signals say little on their own. */
const DIFFERING: Partial<Record<SignalName, string>> = {
  model: 'phone model',
  screen: 'screen',
  os_version: 'system version',
  time_zone: 'time zone',
  language: 'language',
}

function whatDiffers(closest: ExplainedCandidate | undefined): string {
  const names = (closest?.signals ?? []).flatMap(({ signal, outcome }) =>
    outcome === 'differs' ? (DIFFERING[signal] ?? []) : [],
  )
  if (names.length === 0) return ''
  const last = names.pop() ?? ''
  return names.length === 0 ? `; ${last} differs` : `; ${names.join(', ')} and ${last} differ`
}

function valueOf(explanation: MatchExplanation | null, prefix: string): string | null {
  const note = explanation?.notes.find((each: MatchNote) => each.startsWith(prefix))
  return note?.slice(prefix.length) ?? null
}

function within(explanation: MatchExplanation | null): string {
  return explanation === null ? '' : ` in the ${duration(explanation)} before the install`
}

function duration({ windowMinutes }: MatchExplanation): string {
  const hours = windowMinutes / 60
  if (!Number.isInteger(hours)) return `${windowMinutes} minutes`
  if (hours > 24 && hours % 24 === 0) return `${hours / 24} days`
  return hours === 1 ? 'hour' : `${hours} hours`
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`
}
