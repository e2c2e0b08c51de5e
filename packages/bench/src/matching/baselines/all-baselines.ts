import type { Dump } from '../dump/dump.js'
import { verifyMatch, type Outcome } from '../verify-match.js'
import { replay } from '../replay/replay.js'
import type { Episode } from '../world/episode.js'
import { truthsOf, type Truth } from '../world/truth.js'
import { factsOf } from './facts.js'
import { equalString, newestOfAddress, weightedSum, type Baseline } from './simple-rules.js'
import { pointScore, THRESHOLD } from './point-score/point-score.js'

export interface SimulatedWorld {
  world: readonly Episode[]
  dump: Pick<Dump, 'clicks' | 'installs'>
}

export interface Comparison {
  name: string
  /** The limit that is common in practice, or that a release used. */
  usual: number
  limits: readonly number[]
  /** Returns the chosen click of each install in the world, by install id, for a limit. */
  outcomes: (simulated: SimulatedWorld) => (limit: number) => Map<string, Outcome>
}

const WINDOWS_MINUTES = [0.5, 1, 2, 4, 8, 15, 30, 60, 120, 240, 480, 1_440, 10_080]
const SCORES = [
  0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97, 0.98, 0.985, 0.99, 0.995,
]

export const COMPARISONS: readonly Comparison[] = [
  {
    name: 'The former rule: points, margin and six minutes',
    usual: THRESHOLD,
    limits: SCORES,
    outcomes:
      ({ dump }) =>
      (threshold) => {
        const decisions = replay(dump, pointScore(threshold))
        return new Map(
          dump.installs.map(({ installId, truth }) => {
            const given = decisions.get(installId)?.clickId ?? null
            const own = {
              worldClickId: truth.clickId,
              acceptedWorldClickIds: truth.acceptedClickIds,
            }
            return [installId, verifyMatch(own, given === null ? null : { id: given })]
          }),
        )
      },
  },
  {
    name: 'Equal string of address, system, version and screen',
    usual: Math.max(...WINDOWS_MINUTES),
    limits: WINDOWS_MINUTES,
    outcomes: verified(equalString),
  },
  {
    name: 'Weighted sum over the last 1,000 clicks',
    usual: 70,
    limits: [50, 60, 70, 80, 90, 100],
    outcomes: verified(weightedSum),
  },
  {
    name: 'Newest click of the address within an hour',
    usual: 60,
    limits: WINDOWS_MINUTES,
    outcomes: verified(newestOfAddress),
  },
]

function verified(baseline: Baseline): Comparison['outcomes'] {
  return ({ world }) => {
    const give = baseline(factsOf(world))
    const truths = new Map<string, Truth>(world.flatMap((episode) => [...truthsOf(episode)]))
    return (limit) => {
      const given = give(limit)
      return new Map(
        [...truths].map(([installId, truth]) => {
          const worldClickId = given.get(installId)
          return [
            installId,
            verifyMatch(truth, worldClickId === undefined ? null : { id: worldClickId }),
          ]
        }),
      )
    }
  }
}
