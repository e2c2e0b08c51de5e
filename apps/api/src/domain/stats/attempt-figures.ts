import type { AttemptCounts } from '@throughline/db/projects/overview'

export interface AttemptFigures {
  succeeded: number
  failed: number
  p50Ms: number | null
  p95Ms: number | null
}

/** @param counts shortest first */
export function attemptFigures(counts: readonly AttemptCounts[]): AttemptFigures {
  const of = (outcome: string) =>
    counts.filter((row) => row.outcome === outcome).reduce((sum, row) => sum + row.attempts, 0)
  return {
    succeeded: of('succeeded'),
    failed: of('failed'),
    p50Ms: quantile(counts, 0.5),
    p95Ms: quantile(counts, 0.95),
  }
}

/** Returns the upper bound of the bucket that contains the quantile. */
function quantile(counts: readonly AttemptCounts[], share: number): number | null {
  const all = counts.reduce((sum, row) => sum + row.attempts, 0)
  let seen = 0
  for (const row of counts) {
    seen += row.attempts
    if (seen >= all * share) return row.durationMs
  }
  return null
}
