import { isSameLink, verifyMatch, type Outcome } from '../verify-match.js'
import { decisionOf, type StoredDecision } from '../simulate/read-decisions.js'
import type { SimulatedEpisode } from '../simulate/simulate-episode.js'
import { worldClicksOf, type Install } from '../world/episode.js'
import { truthsOf, type Truth } from '../world/truth.js'

export interface VerifiedInstall {
  scenario: string
  install: Install
  truth: Truth
  /** Decided only by signals. */
  isScored: boolean
  /** Its click was matched to another install by signals before its token arrived. */
  isClickTaken: boolean
  outcome: Outcome
  /** The probability of the best candidate, and whether it is the own click; null if none was scored. */
  best: { posterior: number; isOwn: boolean } | null
  isSameLink: boolean
  decision: StoredDecision
  tookMs: number
  /** Whether all calls returned the same, and a match has one attribution and one event. */
  isOnce: boolean
}

/** @throws Error if an install has no stored decision, or an unknown click */
export function verifyEpisode(
  simulated: SimulatedEpisode,
  decisions: ReadonlyMap<string, StoredDecision>,
): VerifiedInstall[] {
  const { episode, worldClickOf } = simulated
  const truths = truthsOf(episode)
  const worldClicks = new Map(
    worldClicksOf(episode).map((worldClick) => [worldClick.id, worldClick]),
  )
  const givenAway = clicksGivenBySignals(simulated, decisions)
  return simulated.installs.map((one) => {
    const { install, answers, tookMs } = one
    const truth = truths.get(install.id)
    if (truth === undefined) throw new Error(`the install ${install.id} has no truth`)
    const decision = decisionOf(one, decisions)
    const given = decision.clickId === null ? null : worldClickOf.get(decision.clickId)
    if (given === undefined)
      throw new Error(`the install ${install.id} has the click of another episode`)
    const records = decision.isMatched ? 1 : 0
    return {
      scenario: episode.scenario,
      install,
      truth,
      isScored: truth.way === 'signals',
      isClickTaken: truth.way === 'token' && givenAway.has(truth.worldClickId),
      outcome: verifyMatch(truth, decision.isMatched ? given : null),
      isSameLink:
        given !== null &&
        truth.worldClickId !== null &&
        isSameLink(worldClicks.get(truth.worldClickId), given),
      best: bestOf(decision, truth, worldClickOf),
      decision,
      tookMs,
      isOnce:
        new Set(answers.map((answer) => JSON.stringify(answer))).size === 1 &&
        decision.attributions === records &&
        decision.events === records,
    }
  })
}

function bestOf(
  { best }: StoredDecision,
  truth: Truth,
  worldClickOf: SimulatedEpisode['worldClickOf'],
): VerifiedInstall['best'] {
  if (best === null) return null
  const worldClick = worldClickOf.get(best.clickId)
  return {
    posterior: best.posterior,
    isOwn: worldClick !== undefined && verifyMatch(truth, worldClick) === 'matched',
  }
}

/** The clicks that signals matched. A match is final, so a later token for one of these finds its click consumed. */
function clicksGivenBySignals(
  { installs, worldClickOf }: SimulatedEpisode,
  decisions: ReadonlyMap<string, StoredDecision>,
): ReadonlySet<string | null> {
  const clickIds = installs.flatMap(({ install }) => {
    const decision = decisions.get(install.id)
    return decision?.matchType === 'fingerprint' ? decision.consumedClickIds : []
  })
  return new Set(clickIds.flatMap((clickId) => worldClickOf.get(clickId)?.id ?? []))
}
