import { exactInterval, weightedRate, type Interval, type Rate } from '../statistics/intervals.js'
import { SCENARIOS } from '../world/scenarios/all-scenarios.js'
import { CORRELATED_ORGANIC } from '../world/scenarios/homes.js'
import type { VerifiedInstall } from './verified-install.js'

export interface Aim {
  text: string
  rate: Rate
  interval: Interval
  /** Weighted by each row's frequency in the market; null for a single row. */
  weighted: { rate: Rate; interval: Interval } | null
  isReached: boolean
  /** The scenarios with most failures, and their number. */
  failures: { scenario: string; count: number }[]
}

interface Measure {
  text: string
  isCounted: (one: VerifiedInstall) => boolean
  isHit: (one: VerifiedInstall) => boolean
  /** Whether a hit is a failure. */
  isBad: boolean
  /** Compares the worse bound of the interval with the target. */
  isReached: (interval: Interval, rate: Rate) => boolean
  isOfOneRow?: boolean
}

const isFalse = ({ outcome }: VerifiedInstall) => outcome === 'false'
const isRight = ({ outcome }: VerifiedInstall) => outcome === 'matched' || outcome === 'unmatched'
const isByToken = ({ truth }: VerifiedInstall) => truth.way === 'token'
const atMost = (limit: number) => (interval: Interval) => interval.high <= limit
const all = (_interval: Interval, { hits, of }: Rate) => hits === of

const MEASURES: readonly Measure[] = [
  {
    text: 'Organic installs matched to a click: at most 0.5 %',
    isCounted: ({ truth }) => truth.isOrganic,
    isHit: isFalse,
    isBad: true,
    isReached: atMost(0.005),
  },
  {
    text: 'False matches among the matches by signals: at most 1 %',
    isCounted: ({ isScored, outcome }) =>
      isScored && (outcome === 'matched' || outcome === 'false'),
    isHit: isFalse,
    isBad: true,
    isReached: atMost(0.01),
  },
  {
    text: 'Organic installs soon after a housemate’s click that are matched: at most 2 %',
    isCounted: ({ scenario, truth }) => scenario === CORRELATED_ORGANIC.id && truth.isOrganic,
    isHit: isFalse,
    isBad: true,
    isReached: atMost(0.02),
    isOfOneRow: true,
  },
  {
    text: 'Own clicks inside the window that signals find: at least 50 %',
    isCounted: ({ isScored, truth }) => isScored && truth.worldClickId !== null,
    isHit: ({ outcome }) => outcome === 'matched',
    isBad: false,
    isReached: ({ low }) => low >= 0.5,
  },
  {
    text: 'Matches by a token: all right',
    isCounted: isByToken,
    isHit: isRight,
    isBad: false,
    isReached: all,
  },
  {
    text: 'Matches by a token whose click no install had claimed by signals before (ADR 34): all right',
    isCounted: (one) => isByToken(one) && !one.isClickTaken,
    isHit: isRight,
    isBad: false,
    isReached: all,
  },
  {
    text: 'One attribution and one event for each match, and the same response to a repeated call',
    isCounted: () => true,
    isHit: ({ isOnce }) => isOnce,
    isBad: false,
    isReached: all,
  },
]

export function aimsOf(verified: readonly VerifiedInstall[]): Aim[] {
  const weights = weightsOf(verified)
  return MEASURES.map((measure) => {
    const counted = verified.filter(measure.isCounted)
    const rate = { hits: counted.filter(measure.isHit).length, of: counted.length }
    const interval = exactInterval(rate)
    const weighted = weightedRate(
      counted.map((one) => ({ weight: weights(one), isHit: measure.isHit(one) })),
    )
    return {
      text: measure.text,
      rate,
      interval,
      weighted:
        measure.isOfOneRow === true ? null : { rate: weighted, interval: exactInterval(weighted) },
      isReached: measure.isReached(interval, rate),
      failures: failuresOf(counted.filter((one) => measure.isHit(one) === measure.isBad)),
    }
  })
}

/** Weights installs so that each row has its share of the market. */
function weightsOf(verified: readonly VerifiedInstall[]): (one: VerifiedInstall) => number {
  const weights = new Map(
    SCENARIOS.map(({ id, marketShare }) => [
      id,
      marketShare / verified.filter(({ scenario }) => scenario === id).length,
    ]),
  )
  return ({ scenario }) => weights.get(scenario) ?? 0
}

const MOST_FAILURES = 4

function failuresOf(failed: readonly VerifiedInstall[]): Aim['failures'] {
  const counts = new Map<string, number>()
  for (const { scenario } of failed) counts.set(scenario, (counts.get(scenario) ?? 0) + 1)
  return [...counts]
    .map(([scenario, count]) => ({ scenario, count }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_FAILURES)
}
