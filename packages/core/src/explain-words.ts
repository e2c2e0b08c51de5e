import type { MatchTrace, NoMatchReason } from './match-types.js'

type Decided = {
  matched: boolean
  matchType: string | null
  reason: string | null
  confidence: number
  trace: MatchTrace | null
}

/** A decision and why it fell so, in one sentence for people. */
export function describeDecision(install: Decided): string {
  if (install.matched) return `Matched: ${whyMatched(install)}.`
  // The column is written from the decision's own reasons.
  return `Not matched: ${whyNot(install.reason as NoMatchReason | null, install.trace)}.`
}

function whyMatched({ matchType, confidence, trace }: Decided): string {
  const carrier = matchType === 'clipboard' ? 'clipboard' : 'install referrer'
  if (matchType === 'fingerprint') return whyScored(confidence, trace)
  // Without a trace the confidence tells the two apart: a token leaves no doubt.
  const isByToken = trace === null ? confidence === 1 : trace.step === 'token'
  return isByToken
    ? `the ${carrier} carried the click token of this very click`
    : `the ${carrier} named the link, and this was its newest free click from the same address${within(trace)}`
}

function whyScored(score: number, trace: MatchTrace | null): string {
  if (trace === null) return `a click from the same address looked alike, with a score of ${score}`
  return `the click scored ${score}, not below the threshold of ${trace.threshold}, and no click of another visitor that points elsewhere came within ${trace.margin} of it`
}

function whyNot(reason: NoMatchReason | null, trace: MatchTrace | null): string {
  switch (reason) {
    case 'no_candidate':
      return whyNoCandidate(trace)
    case 'expired':
      return whyExpired(trace)
    case 'below_threshold':
      return whyBelowThreshold(trace)
    case 'ambiguous':
      return whyAmbiguous(trace)
    case 'already_consumed':
      return 'the click belongs to another install already, and each click is matched once'
    case 'wrong_project':
      return 'the click token is genuine but another project’s; the app may have been built with another project’s key'
    case 'consent_missing':
      return 'the project asks for consent and the app did not say that it was given; its next call with consent is decided anew'
    case null:
      return 'no reason was recorded'
  }
}

function whyNoCandidate(trace: MatchTrace | null): string {
  switch (trace?.step) {
    case 'token':
      return 'the click token is genuine, but its click is not in the database'
    case 'code':
      return `the link is known by its code, but none of its clicks was free and from the same address${within(trace)}`
    case 'score':
      return `no click whose loading page was seen came from the same address${within(trace)}`
    case 'consent':
    case undefined:
      return 'there was no click that it could belong to'
  }
}

function whyExpired(trace: MatchTrace | null): string {
  if (trace === null) return 'the click was older than it may be'
  return trace.step === 'token'
    ? `the click was older than ${duration(trace)}, for which its token is good`
    : `the clicks from the same address were older than the window of ${duration(trace)}`
}

function whyBelowThreshold(trace: MatchTrace | null): string {
  if (trace === null) return 'no click from the same address looked alike enough'
  const best = Math.max(0, ...trace.candidates.map(({ score }) => score ?? 0))
  if (best >= trace.threshold)
    return 'a click looked alike, but too few signals beside the address agree to tell its phone from others'
  return `the best click scored ${Number(best.toFixed(4))}, below the threshold of ${trace.threshold}`
}

function whyAmbiguous(trace: MatchTrace | null): string {
  const rivals = 'clicks of different visitors, which point to different links or campaigns,'
  if (trace?.candidates.some(({ verdict }) => verdict === 'crowd') === true)
    return `more than ${trace.mostVisitors} visitors came from the address${within(trace)}, and in a crowd an equal phone proves nothing`
  return trace === null
    ? `${rivals} looked alike`
    : `${rivals} scored within ${trace.margin} of each other, so that it could be either’s`
}

function within(trace: MatchTrace | null): string {
  return trace === null ? '' : ` within ${duration(trace)}`
}

function duration({ windowMinutes }: MatchTrace): string {
  const days = windowMinutes / (24 * 60)
  return Number.isInteger(days) && days > 1 ? `${days} days` : `${windowMinutes} minutes`
}
