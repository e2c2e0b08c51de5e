import { median } from '../../statistics.js'
import type { Outcome } from '../judge.js'
import { tapsOf, type Episode } from '../world/episode.js'
import { SCENARIOS } from '../world/scenarios/all-scenarios.js'
import type { Scenario } from '../world/scenarios/scenario.js'
import { aimsOf, type Aim } from './aims.js'
import { calibrationOf, type CalibrationBin } from './calibration.js'
import { curvesOf, type Curve, type JudgedWorld } from './curves.js'
import type { JudgedInstall } from './judged-install.js'

/** A row: what came of the installs of one scenario. */
export interface RowFigures extends Record<Outcome, number> {
  scenario: string
  title: string
  /** In hundredths of a plausible market. */
  marketShare: number
  people: number
  clicks: number
  installs: number
  organic: number
  /** Of `false`, those of organic installs. */
  falseOrganic: number
  /** Of `false`, those that name the person's own link all the same. */
  falseSameLink: number
  /** Of those without a match, by the service's own reason. */
  missedReasons: Record<string, number>
  unmatchedReasons: Record<string, number>
  p50Ms: number
}

export interface Summary {
  rows: RowFigures[]
  aims: Aim[]
  /** The service first. */
  curves: Curve[]
  calibration: CalibrationBin[]
  /** Of installs that carry a link's code without a genuine token. */
  byCode: Record<Outcome, number>
}

/** All worlds together. */
export function summarize(worlds: readonly JudgedWorld[]): Summary {
  const judged = worlds.flatMap((one) => one.judged)
  const episodes = worlds.flatMap(({ world }) => world)
  return {
    rows: SCENARIOS.map((scenario) => rowOf(scenario, episodes, judged)),
    aims: aimsOf(judged),
    curves: curvesOf(worlds),
    calibration: calibrationOf(judged),
    byCode: countOutcomes(judged.filter(({ truth }) => truth.way === 'code')),
  }
}

function countOutcomes(judged: readonly JudgedInstall[]): Record<Outcome, number> {
  const counts = { matched: 0, unmatched: 0, missed: 0, false: 0 }
  for (const { outcome } of judged) counts[outcome] += 1
  return counts
}

function rowOf(
  { id, title, marketShare }: Scenario,
  world: readonly Episode[],
  judged: readonly JudgedInstall[],
): RowFigures {
  const episodes = world.filter(({ scenario }) => scenario === id)
  const taps = episodes.flatMap(tapsOf)
  const own = judged.filter(({ scenario }) => scenario === id)
  const people = episodes.flatMap(({ events }) => events.map(({ personId }) => personId))
  const of = (outcome: Outcome) => own.filter((one) => one.outcome === outcome)
  return {
    scenario: id,
    title,
    marketShare,
    people: new Set(people).size,
    clicks: taps.reduce((sum, { copies }) => sum + 1 + copies, 0),
    installs: own.length,
    organic: own.filter(({ truth }) => truth.isOrganic).length,
    ...countOutcomes(own),
    falseOrganic: of('false').filter(({ truth }) => truth.isOrganic).length,
    falseSameLink: of('false').filter((one) => one.isSameLink).length,
    missedReasons: countReasons(of('missed')),
    unmatchedReasons: countReasons(of('unmatched')),
    p50Ms: median(own.map(({ tookMs }) => tookMs)),
  }
}

function countReasons(judged: readonly JudgedInstall[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { decision } of judged) {
    const reason = decision.reason ?? 'none'
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}
