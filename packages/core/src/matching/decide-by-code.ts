import { compareSignals } from './compare-signals.js'
import { claim, noMatch, sourceOf } from './decisions.js'
import { explainCandidates } from './explain-candidates.js'
import type { MatchModel } from './match-model.js'
import type {
  CandidateVerdict,
  ClickCandidate,
  Decision,
  MatchInput,
  MatchNote,
} from './match-types.js'
import { isInsideWindow, isInstalledBefore, newestFirst, windowMinutesOf } from './match-window.js'
import { countVisitors, MAX_VISITORS_PER_IP, visitorOf } from './visitors.js'

/** Decides by a public code. Claims a click only if nothing indicates another person; otherwise gives only the link. */
export function decideByCode(
  model: MatchModel,
  input: MatchInput,
  candidates: readonly ClickCandidate[],
): Decision {
  const windowMinutes = windowMinutesOf(input)
  const inside = candidates.filter(
    ({ sameAddress, createdAt }) =>
      sameAddress && isInsideWindow(createdAt, input.now, windowMinutes),
  )
  const visitors = countVisitors(inside)
  const isCrowded = input.isAddressShared || visitors > MAX_VISITORS_PER_IP
  const obstacleOf = (click: ClickCandidate): CandidateVerdict | null => {
    const obstacle = obstacleTo(input, click)
    if (obstacle !== null) return obstacle
    return isCrowded ? 'crowded_address' : null
  }
  const passing = candidates.filter((click) => obstacleOf(click) === null).sort(newestFirst)
  const [newest] = passing
  const isAnotherVisitors = passing.some(
    (click) => newest !== undefined && visitorOf(click) !== visitorOf(newest),
  )
  const chosen = isAnotherVisitors ? undefined : newest
  const explained = {
    step: 'code' as const,
    notes: [
      `visitors: ${visitors}`,
      ...(isAnotherVisitors ? (['another_visitor_of_the_link'] as const) : []),
    ] satisfies MatchNote[],
    candidates: explainCandidates(input, candidates, {
      verdictOf: (click) => verdictOf(click, { chosen, obstacleOf }),
    }),
  }
  if (chosen === undefined) {
    const isBefore = candidates.some((click) => obstacleOf(click) === 'installed_before')
    const reason = isBefore && newest === undefined ? 'installed_before_click' : 'no_candidate'
    return noMatch(model, input, { explained, reason })
  }
  return claim(model, input, {
    explained,
    click: chosen,
    matchType: sourceOf(input),
    confidence: model.codeConfidence,
    supersededClickIds: passing.slice(1).map(({ clickId }) => clickId),
  })
}

/** Systems set regions by different rules, and phones' clocks may be wrong. */
const NO_DEVICE_SIGNALS: readonly string[] = ['region', 'install_time']

/** Returns the first reason against a click, in the order of their interest to support. */
function obstacleTo(input: MatchInput, click: ClickCandidate): CandidateVerdict | null {
  if (click.linkId !== input.codeLinkId) return 'other_link'
  if (!click.sameAddress) return 'other_address'
  if (click.source !== 'link_host') return 'recorded_by_app'
  if (click.platform !== input.platform) return 'other_platform'
  if (click.consumedAt) return 'consumed'
  if (!isInsideWindow(click.createdAt, input.now, windowMinutesOf(input))) return 'outside_window'
  const isDifferent = compareSignals(input, click, false).some(
    ({ signal, outcome }) => outcome === 'differs' && !NO_DEVICE_SIGNALS.includes(signal),
  )
  if (isDifferent) return 'other_device'
  return isInstalledBefore(input.times, click, input.now) ? 'installed_before' : null
}

function verdictOf(
  click: ClickCandidate,
  found: {
    chosen: ClickCandidate | undefined
    obstacleOf: (click: ClickCandidate) => CandidateVerdict | null
  },
): CandidateVerdict {
  if (click === found.chosen) return 'claimed'
  const obstacle = found.obstacleOf(click)
  if (obstacle !== null) return obstacle
  return found.chosen === undefined ? 'not_chosen' : 'superseded'
}
