import type { MatchModel } from '@throughline/core/matching/match-model'
import type { Dump } from '../dump/dump.js'
import { replay } from '../replay/replay.js'
import { exactInterval, type Rate } from '../statistics/intervals.js'
import { decideByModel } from './decide-by-model.js'

const LIMITS = [0.8, 0.9, 0.93, 0.95, 0.96, 0.97, 0.975, 0.98, 0.985, 0.988]

interface Point {
  organicGiven: Rate
  falseOfScored: Rate
  ownFound: Rate
}

/** What each limit of confidence makes of the dumps, from which the default is chosen. */
export function printPoints(
  dumps: readonly Dump[],
  model: MatchModel,
  print: (line: string) => void,
): void {
  for (const limit of LIMITS) {
    const { organicGiven, falseOfScored, ownFound } = pointAt(dumps, model, limit)
    print(
      `confidence from ${limit}: organic given ${share(organicGiven)}, false among scored ${share(falseOfScored)}, own found ${share(ownFound)}`,
    )
  }
}

function share(rate: Rate): string {
  const percent = (value: number) => (value * 100).toFixed(2)
  return `${percent(rate.hits / rate.of)} % (at most ${percent(exactInterval(rate).high)} %)`
}

function pointAt(dumps: readonly Dump[], model: MatchModel, limit: number): Point {
  const point: Point = {
    organicGiven: { hits: 0, of: 0 },
    falseOfScored: { hits: 0, of: 0 },
    ownFound: { hits: 0, of: 0 },
  }
  for (const dump of dumps) {
    const decisions = replay(dump, decideByModel(model, limit))
    for (const { installId, truth } of dump.installs) {
      const clickId = decisions.get(installId)?.clickId ?? null
      const isRight =
        clickId !== null && (clickId === truth.clickId || truth.acceptedClickIds.includes(clickId))
      const isScored = truth.way === 'signals'
      if (truth.isOrganic) count(point.organicGiven, clickId !== null)
      if (isScored && clickId !== null) count(point.falseOfScored, !isRight)
      if (isScored && truth.clickId !== null) count(point.ownFound, isRight)
    }
  }
  return point
}

function count(rate: Rate, isHit: boolean): void {
  rate.of += 1
  rate.hits += Number(isHit)
}
