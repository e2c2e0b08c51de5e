import { exactInterval, type Rate } from '../statistics/intervals.js'
import type { VerifiedInstall } from './verified-install.js'

export interface CalibrationBin {
  from: number
  to: number
  /** Mean of the stated probabilities. */
  stated: number
  right: Rate
  /** Whether the measured interval overlaps the stated probability ± 3 points. */
  isWithin: boolean
}

/** Minimum number of decisions in a bin. */
const LEAST_OF_BIN = 300
/** Maximum difference between the stated and the measured share. */
export const TOLERANCE = 0.03
const EDGES = [0, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98]

/** Builds bins from the highest probability down. A bin with too few decisions merges with the next. Omits the rest. */
export function calibrationOf(verified: readonly VerifiedInstall[]): CalibrationBin[] {
  const decisions = verified.flatMap(({ best, isScored }) => (isScored && best ? [best] : []))
  const bins: CalibrationBin[] = []
  let to = 1
  for (const from of EDGES.toReversed()) {
    const inside = decisions.filter(
      ({ posterior }) => posterior >= from && (posterior < to || to === 1),
    )
    if (inside.length < LEAST_OF_BIN) continue
    bins.push(binOf(inside, from, to))
    to = from
  }
  return bins.toReversed()
}

function binOf(
  decisions: readonly { posterior: number; isOwn: boolean }[],
  from: number,
  to: number,
): CalibrationBin {
  const stated = decisions.reduce((sum, { posterior }) => sum + posterior, 0) / decisions.length
  const right = { hits: decisions.filter(({ isOwn }) => isOwn).length, of: decisions.length }
  const { low, high } = exactInterval(right)
  const isWithin = low <= stated + TOLERANCE && high >= stated - TOLERANCE
  return { from, to, stated, right, isWithin }
}
