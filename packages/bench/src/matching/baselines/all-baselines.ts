import type { Dump } from '../dump/dump.js'
import { judge, type Outcome } from '../judge.js'
import { replay } from '../replay/replay.js'
import type { Episode } from '../world/episode.js'
import { truthsOf, type Truth } from '../world/truth.js'
import type { Baseline } from './baseline.js'
import { equalString } from './equal-string.js'
import { factsOf } from './facts.js'
import { newestOfAddress } from './newest-of-address.js'
import { pointScore, THRESHOLD } from './point-score/point-score.js'
import { weightedSum } from './weighted-sum.js'

/** A seed's world and what the service stored of it. */
export interface PlayedWorld {
  world: readonly Episode[]
  dump: Pick<Dump, 'clicks' | 'installs'>
}

/** A rule that the service is compared with, named by what it does. */
export interface Comparison {
  name: string
  /** Its limit in common use, or as it was shipped. */
  usual: number
  /** Its limits along the curve. */
  limits: readonly number[]
  /** What it makes of each install of a world, by the install's id, at a limit. */
  outcomes: (played: PlayedWorld) => (limit: number) => Map<string, Outcome>
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
            const own = { tapId: truth.clickId, acceptedTapIds: truth.acceptedClickIds }
            return [installId, judge(own, given === null ? null : { id: given })]
          }),
        )
      },
  },
  {
    name: 'Equal string of address, system, version and screen',
    usual: Math.max(...WINDOWS_MINUTES),
    limits: WINDOWS_MINUTES,
    outcomes: judged(equalString),
  },
  {
    name: 'Weighted sum over the last 1,000 clicks',
    usual: 70,
    limits: [50, 60, 70, 80, 90, 100],
    outcomes: judged(weightedSum),
  },
  {
    name: 'Newest click of the address within an hour',
    usual: 60,
    limits: WINDOWS_MINUTES,
    outcomes: judged(newestOfAddress),
  },
]

function judged(baseline: Baseline): Comparison['outcomes'] {
  return ({ world }) => {
    const give = baseline(factsOf(world))
    const truths = new Map<string, Truth>(world.flatMap((episode) => [...truthsOf(episode)]))
    return (limit) => {
      const given = give(limit)
      return new Map(
        [...truths].map(([installId, truth]) => {
          const tapId = given.get(installId)
          return [installId, judge(truth, tapId === undefined ? null : { id: tapId })]
        }),
      )
    }
  }
}
