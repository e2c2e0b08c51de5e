import { SAME_DEVICE } from './compare-signals.js'
import { OTHER_BUCKET, type MatchModel, type SignalRates } from './match-model.js'
import type { MatchPlatform, SignalComparison, WeighedSignal } from './match-types.js'

/** No outcome is impossible, whatever the model says. */
const MIN_RATE = 1e-4

/** log2 (m/u): how much likelier an outcome is for one person than for two people behind the same address. */
export function weighSignals(
  model: Pick<MatchModel, 'signals'>,
  platform: MatchPlatform,
  signals: readonly SignalComparison[],
): WeighedSignal[] {
  return signals.map(({ signal, outcome, bucket }) => {
    if (outcome === 'not_comparable' || bucket === null)
      return { signal, outcome, weight: 0, maxWeight: 0 }
    const rates = model.signals[platform][signal]
    const same = clampRate(rates.same)
    const different = clampRate(rateOf(rates, bucket))
    const maxWeight = Math.log2(same / different)
    const weight = outcome === 'agrees' ? maxWeight : Math.log2((1 - same) / (1 - different))
    return { signal, outcome, weight: rounded(weight), maxWeight: rounded(maxWeight) }
  })
}

export function totalWeight(signals: readonly Pick<WeighedSignal, 'weight'>[]): number {
  return rounded(signals.reduce((total, { weight }) => total + weight, 0))
}

/** A bucket that depends on an earlier agreement falls back to the rate of all values after it. */
function rateOf({ different }: SignalRates, bucket: string): number {
  const known = [bucket, otherBucketOf(bucket), OTHER_BUCKET].find((name) =>
    hasBucket(different, name),
  )
  return known === undefined ? 1 : (different[known] ?? 1)
}

/** Whether the model names a bucket. The name comes from an app, such as `constructor`. */
export function hasBucket(different: SignalRates['different'], bucket: string): boolean {
  return Object.hasOwn(different, bucket)
}

/** The `other` bucket after the same agreement. */
export function otherBucketOf(bucket: string): string {
  return bucket.startsWith(SAME_DEVICE) ? `${SAME_DEVICE}${OTHER_BUCKET}` : OTHER_BUCKET
}

function clampRate(rate: number): number {
  return Math.min(1 - MIN_RATE, Math.max(MIN_RATE, rate))
}

/** Explanations are stored; three digits are enough. */
function rounded(weight: number): number {
  return Math.round(weight * 1_000) / 1_000
}
