import type { Comparison } from './match-types.js'

/** One side did not say, or what it said can't be trusted: skipped, not failed. */
export const NOT_COMPARABLE: Comparison = { outcome: 'not_comparable', points: 0, of: 0 }

/** Both say the same; fewer points than `of` where a part of it differs. */
export function agrees(points: number, of: number = points): Comparison {
  return { outcome: 'agrees', points, of }
}

/** They say different things. A cost makes the points negative. */
export function differs(of: number, cost = 0): Comparison {
  return { outcome: 'differs', points: 0 - cost, of }
}
