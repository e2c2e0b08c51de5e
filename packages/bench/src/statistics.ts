/** NaN for no values. */
export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** Interpolates linearly; NaN for no values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)]
  const high = sorted[Math.ceil(place)]
  if (low === undefined || high === undefined) return NaN
  return low + (high - low) * (place - Math.floor(place))
}

/** An exact interval of the median from order statistics (Conover, 3.2) of at least 95 %; NaN below six values. */
export function medianInterval(values: number[]): { low: number; high: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = rankOfInterval(sorted.length)
  return { low: sorted[rank] ?? NaN, high: sorted[sorted.length - 1 - rank] ?? NaN }
}

/** The highest rank, from 0, whose value exceeds the median in at most 2.5 % of samples. */
function rankOfInterval(count: number): number {
  let [rank, chance, below] = [-1, 0.5 ** count, 0]
  while (below + chance <= 0.025 && rank < count) {
    rank += 1
    below += chance
    chance *= (count - rank) / (rank + 1)
  }
  return rank
}
