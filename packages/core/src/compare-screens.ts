import { agrees, differs, NOT_COMPARABLE } from './match-comparison.js'
import type { Comparison, MatchSignals } from './match-types.js'
import {
  OTHER_DEVICE_COST,
  PIXEL_RATIO_TOLERANCE,
  SCREEN_POINTS,
  SCREEN_TOLERANCE,
} from './match-weights.js'

type Screen = Pick<MatchSignals, 'screenWidth' | 'screenHeight' | 'pixelRatio'>

/** Compares two screens held upright, in logical points, and their pixel ratios where both told one. */
export function compareScreens(a: Screen, b: Screen): Comparison {
  const [one, other] = [sidesOf(a), sidesOf(b)]
  if (one === null || other === null) return NOT_COMPARABLE
  const isEqual =
    isNear(one.short, other.short) &&
    isNear(one.long, other.long) &&
    !hasOtherRatio(a.pixelRatio, b.pixelRatio)
  return isEqual ? agrees(SCREEN_POINTS) : differs(SCREEN_POINTS, OTHER_DEVICE_COST)
}

function sidesOf({ screenWidth: a, screenHeight: b }: Screen) {
  if (!isLength(a) || !isLength(b)) return null
  return { short: Math.min(a, b), long: Math.max(a, b) }
}

function isNear(a: number, b: number): boolean {
  return Math.abs(Math.round(a) - Math.round(b)) <= SCREEN_TOLERANCE
}

function hasOtherRatio(a: number | null, b: number | null): boolean {
  if (!isLength(a) || !isLength(b)) return false
  return Math.abs(a - b) > PIXEL_RATIO_TOLERANCE * Math.max(a, b)
}

function isLength(value: number | null): value is number {
  return value !== null && Number.isFinite(value) && value > 0
}
