import type { Candidate } from '../../api/types.js'

export interface PlacedClick {
  candidate: Candidate
  agoMs: number
  /** Which line its words stand on, so that none lies over another. */
  lane: number
  /** Whether the words stand before the dot. */
  isLeft: boolean
}

const TEXT_PIXELS = 190
const MARGIN = 1.25
const MIN_SPAN_MS = 60_000
const MAX_LANES = 6

/**
 * Places clicks on the time before an install. The span is that of the clicks, not of the window: two clicks of a
 * minute would be one dot in a window of hours.
 */
export function placeClicks(
  candidates: readonly Candidate[],
  { windowMs, width }: { windowMs: number; width: number },
): { spanMs: number; placed: PlacedClick[]; lanes: number } {
  const ages = candidates.map(({ age_seconds: age }) => Math.max(age * 1_000, 0))
  const oldest = Math.max(0, ...ages)
  const spanMs =
    oldest === 0 ? Math.max(windowMs, MIN_SPAN_MS) : Math.max(oldest * MARGIN, MIN_SPAN_MS)
  // Where each lane's words begin and end, in pixels from the oldest moment.
  const taken: [number, number][][] = []
  const placed = [...candidates]
    .sort((one, other) => one.age_seconds - other.age_seconds)
    .map((candidate) => {
      const agoMs = Math.max(candidate.age_seconds * 1_000, 0)
      const at = (1 - Math.min(agoMs / spanMs, 1)) * width
      const isLeft = at + TEXT_PIXELS > width
      const range: [number, number] = isLeft
        ? [at - TEXT_PIXELS, at + 8]
        : [at - 8, at + TEXT_PIXELS]
      const free = taken.findIndex((lane) =>
        lane.every(([from, to]) => range[1] < from || range[0] > to),
      )
      const lane = free < 0 ? Math.min(taken.length, MAX_LANES - 1) : free
      ;(taken[lane] ??= []).push(range)
      return { candidate, agoMs, lane, isLeft }
    })
  return { spanMs, placed, lanes: Math.max(taken.length, 1) }
}
