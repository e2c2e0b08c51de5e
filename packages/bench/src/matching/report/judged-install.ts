import { isSameLink, judge, type Outcome } from '../judge.js'
import { decisionOf, type StoredDecision } from '../play/read-decisions.js'
import type { PlayedEpisode } from '../play/play-episode.js'
import { tapsOf, type Install } from '../world/episode.js'
import { truthsOf, type Truth } from '../world/truth.js'

/** An install with its truth and what the service made of it. */
export interface JudgedInstall {
  scenario: string
  install: Install
  truth: Truth
  /** Decided by signals alone. */
  isScored: boolean
  /** Signals had given its click to somebody else before its token came. */
  isClickTaken: boolean
  outcome: Outcome
  /** The likeliest candidate's probability, and whether it is the own click; null where none was scored. */
  best: { posterior: number; isOwn: boolean } | null
  /** Of a false match: the same link as the person's own. */
  isSameLink: boolean
  decision: StoredDecision
  tookMs: number
  /** All calls were answered alike, and a match has one attribution and one event. */
  isOnce: boolean
}

/** @throws Error when an install has no stored decision, or a click that nobody made */
export function judgeEpisode(
  played: PlayedEpisode,
  decisions: ReadonlyMap<string, StoredDecision>,
): JudgedInstall[] {
  const { episode, tapOfClick } = played
  const truths = truthsOf(episode)
  const taps = new Map(tapsOf(episode).map((tap) => [tap.id, tap]))
  const givenAway = tapsGivenBySignals(played, decisions)
  return played.installs.map((one) => {
    const { install, answers, tookMs } = one
    const truth = truths.get(install.id)
    if (truth === undefined) throw new Error(`the install ${install.id} has no truth`)
    const decision = decisionOf(one, decisions)
    const given = decision.clickId === null ? null : tapOfClick.get(decision.clickId)
    if (given === undefined)
      throw new Error(`the install ${install.id} has the click of another episode`)
    const records = decision.isMatched ? 1 : 0
    return {
      scenario: episode.scenario,
      install,
      truth,
      isScored: truth.way === 'signals',
      isClickTaken: truth.way === 'token' && givenAway.has(truth.tapId),
      outcome: judge(truth, decision.isMatched ? given : null),
      isSameLink:
        given !== null && truth.tapId !== null && isSameLink(taps.get(truth.tapId), given),
      best: bestOf(decision, truth, tapOfClick),
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
  tapOfClick: PlayedEpisode['tapOfClick'],
): JudgedInstall['best'] {
  if (best === null) return null
  const tap = tapOfClick.get(best.clickId)
  return {
    posterior: best.posterior,
    isOwn: tap !== undefined && judge(truth, tap) === 'matched',
  }
}

/** A match is final: a token that comes later finds its click consumed, if it was one of these. */
function tapsGivenBySignals(
  { installs, tapOfClick }: PlayedEpisode,
  decisions: ReadonlyMap<string, StoredDecision>,
): ReadonlySet<string | null> {
  const clickIds = installs.flatMap(({ install }) => {
    const decision = decisions.get(install.id)
    return decision?.matchType === 'fingerprint' ? decision.consumedClickIds : []
  })
  return new Set(clickIds.flatMap((clickId) => tapOfClick.get(clickId)?.id ?? []))
}
