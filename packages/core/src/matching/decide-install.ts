import { uuidV7Time } from '../lib/ids.js'
import { decideByCode } from './decide-by-code.js'
import { decideBySignals } from './decide-by-signals.js'
import { claim, noMatch, notConsidered, sourceOf } from './decisions.js'
import { explainCandidates } from './explain-candidates.js'
import type { MatchModel } from './match-model.js'
import type {
  CandidateVerdict,
  ClickCandidate,
  Decision,
  MatchInput,
  MatchNote,
} from './match-types.js'
import { isInsideWindow, isInstalledBefore, TOKEN_WINDOW_MINUTES } from './match-window.js'

/**
 * Decides which of the candidates, in any order, an install belongs to. The first rule that applies decides: consent,
 * verified token, code, referrer with another source, signals.
 */
export function decideInstall(
  model: MatchModel,
  input: MatchInput,
  candidates: readonly ClickCandidate[],
): Decision {
  const { clickToken, consent } = input
  if (consent !== 'given') {
    const reason = consent === 'missing' ? 'consent_missing' : 'consent_refused'
    return noMatch(model, input, { explained: notConsidered(input, candidates, 'consent'), reason })
  }
  if (clickToken.state === 'wrong_project') {
    const reason = 'wrong_project'
    return noMatch(model, input, { explained: notConsidered(input, candidates, 'token'), reason })
  }
  if (clickToken.state === 'valid')
    return decideByToken(model, input, { clickId: clickToken.clickId, candidates })
  if (input.codeLinkId !== null) return decideByCode(model, input, candidates)
  return decideBySignals(model, input, candidates)
}

/** A verified token identifies one click. If another install has claimed it, nothing else is tried. */
function decideByToken(
  model: MatchModel,
  input: MatchInput,
  { clickId, candidates }: { clickId: string; candidates: readonly ClickCandidate[] },
): Decision {
  const { now, times } = input
  const click = candidates.find((candidate) => candidate.clickId === clickId)
  const createdAt = click?.createdAt ?? uuidV7Time(clickId)
  const isExpired = !isInsideWindow(createdAt, now, TOKEN_WINDOW_MINUTES)
  const isBefore = isInstalledBefore(times, { createdAt }, now)
  // Google Play gave this install the referrer; a clipboard may contain a link clicked long after the install.
  const isRefusedBefore = isBefore && sourceOf(input) === 'clipboard'
  const notes: MatchNote[] = isBefore ? ['installed_before_click'] : []
  const verdict = verdictOfToken(click, { isExpired, isRefusedBefore })
  const verdictOf = (candidate: ClickCandidate) =>
    candidate === click ? verdict : ('not_considered' as const)
  const explained = {
    step: 'token' as const,
    notes,
    candidates: explainCandidates(input, candidates, { verdictOf }),
  }
  if (!click) {
    const reason = isExpired ? 'expired' : 'no_candidate'
    return noMatch(model, input, { explained, reason })
  }
  if (verdict === 'claimed')
    return claim(model, input, { explained, click, matchType: sourceOf(input), confidence: 1 })
  return noMatch(model, input, { explained, reason: REASON_OF[verdict], linkId: click.linkId })
}

type TokenVerdict = Extract<
  CandidateVerdict,
  'claimed' | 'consumed' | 'outside_window' | 'installed_before'
>

const REASON_OF = {
  consumed: 'already_consumed',
  outside_window: 'expired',
  installed_before: 'installed_before_click',
} as const

function verdictOfToken(
  click: ClickCandidate | undefined,
  { isExpired, isRefusedBefore }: { isExpired: boolean; isRefusedBefore: boolean },
): TokenVerdict {
  if (click?.consumedAt) return 'consumed'
  if (isExpired) return 'outside_window'
  return isRefusedBefore ? 'installed_before' : 'claimed'
}
