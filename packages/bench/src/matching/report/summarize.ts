import { median } from '../../statistics.js'
import type { Outcome } from '../verify-match.js'
import { worldClicksOf, type Episode } from '../world/episode.js'
import { SCENARIOS } from '../world/scenarios/all-scenarios.js'
import type { Scenario } from '../world/scenarios/scenario.js'
import { aimsOf, type Aim } from './aims.js'
import { calibrationOf, type CalibrationBin } from './calibration.js'
import { curvesOf, type Curve, type VerifiedWorld } from './curves.js'
import type { VerifiedInstall } from './verified-install.js'

export interface RowFigures extends Record<Outcome, number> {
  scenario: string
  title: string
  marketShare: number
  people: number
  clicks: number
  installs: number
  organic: number
  falseOrganic: number
  falseSameLink: number
  missedReasons: Record<string, number>
  unmatchedReasons: Record<string, number>
  p50Ms: number
}

export interface Summary {
  rows: RowFigures[]
  aims: Aim[]
  curves: Curve[]
  calibration: CalibrationBin[]
  /** Installs with a link's code and no genuine token. */
  byCode: Record<Outcome, number>
}

export function summarize(worlds: readonly VerifiedWorld[]): Summary {
  const verified = worlds.flatMap((one) => one.verified)
  const episodes = worlds.flatMap(({ world }) => world)
  return {
    rows: SCENARIOS.map((scenario) => rowOf(scenario, episodes, verified)),
    aims: aimsOf(verified),
    curves: curvesOf(worlds),
    calibration: calibrationOf(verified),
    byCode: countOutcomes(verified.filter(({ truth }) => truth.way === 'code')),
  }
}

function countOutcomes(verified: readonly VerifiedInstall[]): Record<Outcome, number> {
  const counts = { matched: 0, unmatched: 0, missed: 0, false: 0 }
  for (const { outcome } of verified) counts[outcome] += 1
  return counts
}

function rowOf(
  { id, title, marketShare }: Scenario,
  world: readonly Episode[],
  verified: readonly VerifiedInstall[],
): RowFigures {
  const episodes = world.filter(({ scenario }) => scenario === id)
  const worldClicks = episodes.flatMap(worldClicksOf)
  const own = verified.filter(({ scenario }) => scenario === id)
  const people = episodes.flatMap(({ events }) => events.map(({ personId }) => personId))
  const of = (outcome: Outcome) => own.filter((one) => one.outcome === outcome)
  return {
    scenario: id,
    title,
    marketShare,
    people: new Set(people).size,
    clicks: worldClicks.reduce((sum, { copies }) => sum + 1 + copies, 0),
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

function countReasons(verified: readonly VerifiedInstall[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { decision } of verified) {
    const reason = decision.reason ?? 'none'
    counts[reason] = (counts[reason] ?? 0) + 1
  }
  return counts
}
