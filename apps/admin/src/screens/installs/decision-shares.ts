import type { Candidate, Explanation } from '../../api/types.js'

export interface Shares {
  clicks: Candidate[]
  /** The sum of those without a bar, or null. */
  others: { count: number; share: number } | null
  none: number | null
  /** What is missing to 100 %: probabilities of clicks are corrected by how often they were right. */
  margin: number
  /** Whether all of it adds up to 100 %. */
  isWhole: boolean
  /** Whether the corrections add up to more. */
  isOver: boolean
}

const MOST = 4
/** Half of the last digit that is shown. */
const SHOWN = 0.0005

/** What the decision shows, so that it adds up wherever it can. */
export function sharesOf(
  { none_score: none }: Pick<Explanation, 'none_score'>,
  scored: readonly Candidate[],
): Shares {
  const scores = scored.map(({ score }) => score ?? 0)
  const sum = (shares: readonly number[]) => shares.reduce((total, share) => total + share, 0)
  const missing = 1 - sum(scores) - (none ?? 0)
  const rest = scores.slice(MOST)
  return {
    clicks: scored.slice(0, MOST),
    others: rest.length === 0 ? null : { count: rest.length, share: sum(rest) },
    none,
    margin: missing >= SHOWN ? missing : 0,
    isWhole: none !== null && missing > -SHOWN,
    isOver: missing <= -SHOWN,
  }
}
