/** Standard deviations around the mean that contain 95 % of a normal distribution. */
const Z = 1.959964

export type Proportion = { value: number; low: number; high: number }

/** A proportion with its 95 % Wilson interval (1927), valid near 0 and 1 too; null without trials. */
export function wilsonInterval(successes: number, trials: number): Proportion | null {
  if (trials === 0) return null
  const value = successes / trials
  const shift = Z ** 2 / trials
  const center = (value + shift / 2) / (1 + shift)
  const margin =
    (Z * Math.sqrt((value * (1 - value)) / trials + shift / (4 * trials))) / (1 + shift)
  return { value, low: Math.max(0, center - margin), high: Math.min(1, center + margin) }
}
