import { compareSignals } from './compare-signals.js'
import { calibrate, densityAt, type MatchModel } from './match-model.js'
import type { ClickCandidate, MatchInput, WeighedSignal } from './match-types.js'
import { newestFirst } from './match-window.js'
import { totalWeight, weighSignals } from './weigh-click.js'

export type ScoredCandidate = {
  click: ClickCandidate
  signals: WeighedSignal[]
  weight: number
  share: number
  /** The calibrated probability that the install belongs to it, 0…1. */
  score: number
}

export type Scores = {
  /** The newest open click of each visitor, most probable first. */
  ranked: ScoredCandidate[]
  /** The probability that the install belongs to none of them, 0…1. */
  noneScore: number
}

type ScoredInstall = Pick<
  MatchInput,
  'now' | 'platform' | 'signals' | 'times' | 'isAddressShared' | 'isAddressV6'
>

/**
 * Computes the probabilities of the candidates and of "none". Each visitor of `nearby`, claimed or not, on any
 * platform, represents people who may install without a click.
 */
export function scoreCandidates(
  model: MatchModel,
  install: ScoredInstall,
  { open, nearby }: { open: readonly ClickCandidate[]; nearby: readonly ClickCandidate[] },
): Scores {
  const isWholeAddressComparable = hasOwnAddress(install, nearby)
  const weighed = open.map((click) => {
    const comparison = compareSignals(install, click, isWholeAddressComparable)
    const signals = weighSignals(model, install.platform, comparison)
    const weight = totalWeight(signals)
    return {
      click,
      signals,
      weight,
      mass: densityAt(model, model.timeToInstall, ageOf(install, click)) * 2 ** weight,
    }
  })
  const none = massOfNone(model, install, nearby)
  const total = weighed.reduce((sum, { mass }) => sum + mass, none)
  const ranked = weighed
    .map(({ mass, ...candidate }) => {
      const share = total === 0 ? 0 : mass / total
      const score = round(calibrate(model, share, ageOf(install, candidate.click)))
      return { ...candidate, share, score }
    })
    .sort((a, b) => b.share - a.share || b.weight - a.weight || newestFirst(a.click, b.click))
  return { ranked, noneScore: total === 0 ? 1 : round(none / total) }
}

/** Whether a whole IPv6 address can belong to one phone: VPN exits and NAT66 share one among many. */
export function hasOwnAddress(
  { isAddressShared, isAddressV6 }: Pick<MatchInput, 'isAddressShared' | 'isAddressV6'>,
  nearby: readonly ClickCandidate[],
): boolean {
  if (isAddressShared || !isAddressV6) return false
  return nearby.filter(({ sameFullAddress }) => sameFullAddress).length <= 1
}

function ageOf({ now }: Pick<MatchInput, 'now'>, { createdAt }: ClickCandidate): number {
  return now.getTime() - createdAt.getTime()
}

function massOfNone(
  model: MatchModel,
  install: Pick<MatchInput, 'now' | 'isAddressShared'>,
  nearby: readonly ClickCandidate[],
): number {
  const mass = nearby.reduce(
    (sum, click) => sum + densityAt(model, model.withoutClick, ageOf(install, click)),
    0,
  )
  return install.isAddressShared ? mass * model.sharedRangeFactor : mass
}

function round(score: number): number {
  return Math.round(score * 10_000) / 10_000
}
