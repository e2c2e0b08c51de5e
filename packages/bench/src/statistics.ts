/** The middle value, or the mean of the two middle ones; NaN for none. */
export function median(values: number[]): number {
  return quantile(values, 0.5)
}

/** Linear between the neighbours; NaN for no values. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  const place = (sorted.length - 1) * share
  const low = sorted[Math.floor(place)]
  const high = sorted[Math.ceil(place)]
  if (low === undefined || high === undefined) return NaN
  return low + (high - low) * (place - Math.floor(place))
}
