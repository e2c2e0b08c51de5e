import type { MatchSignals, Outcome } from './match-types.js'

/** Density-independent pixels, CSS pixels and points are rounded differently. */
const SCREEN_TOLERANCE = 1
/** Densities are written with different precision: 2.625 and 2.63. */
const PIXEL_RATIO_TOLERANCE = 0.02

type Screen = Pick<MatchSignals, 'screenWidth' | 'screenHeight' | 'pixelRatio'>

/** Compares two screens in portrait and logical points, and their pixel ratios if both report one. */
export function compareScreens(a: Screen, b: Screen): Outcome {
  const [one, other] = [sidesOf(a), sidesOf(b)]
  if (one === null || other === null) return 'not_comparable'
  const isEqual =
    isNear(one.short, other.short) &&
    isNear(one.long, other.long) &&
    !hasOtherRatio(a.pixelRatio, b.pixelRatio)
  return isEqual ? 'agrees' : 'differs'
}

export function screenBucket(screen: Screen): string {
  const sides = sidesOf(screen)
  return sides === null ? '' : `${Math.round(sides.short)}x${Math.round(sides.long)}`
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
