import type { Candidate, NearMiss } from '../../api/types.js'
import { explain as texts, verdicts, whyNot } from '../../texts/installs.js'
import { formatDuration } from '../../ui/format.js'

/** A click on the time line. */
export interface TimedClick {
  id: string
  ageSeconds: number
  code: string
  /** What is written beside it; empty for a dot without words. */
  words: string
  kind: 'winner' | 'other' | 'near'
}

export interface PlacedClick {
  click: TimedClick
  agoMs: number
  /** Which line its words stand on, so that none lies over another. */
  lane: number
  /** Whether the words stand before the dot. */
  isLeft: boolean
}

interface Placement {
  spanMs: number
  placed: PlacedClick[]
  lanes: number
  /** Whether some clicks are older than the span; they stand at its beginning. */
  hasOlder: boolean
}

const TEXT_PIXELS = 200
const MARGIN = 1.25
const MIN_SPAN_MS = 60_000
const MAX_LANES = 6
/** More words than these hide the candidates; all near misses are listed below the drawing. */
const NAMED_NEAR_MISSES = 3

/** What the time line shows: all candidates, and near misses, of which the first have words. */
export function timedClicks(
  candidates: readonly Candidate[],
  nearMisses: readonly NearMiss[],
  windowMs: number,
): TimedClick[] {
  return [
    ...candidates.map(({ click_id: id, age_seconds: ageSeconds, code, verdict }) => ({
      ...{ id, ageSeconds, code: code ?? texts.click, words: verdicts[verdict] ?? verdict },
      kind: verdict === 'claimed' ? ('winner' as const) : ('other' as const),
    })),
    ...nearMisses.map(
      ({ click_id: id, age_seconds: ageSeconds, code, why_not: reasons }, index) => {
        const [reason] = reasons
        const isOlder = ageSeconds * 1_000 > windowMs
        const age = isOlder ? `, ${formatDuration(ageSeconds * 1_000)}` : ''
        const isNamed = index < NAMED_NEAR_MISSES && reason !== undefined
        const words = isNamed ? `${whyNot[reason].short}${age}` : ''
        return { id, ageSeconds, code: code ?? texts.click, words, kind: 'near' as const }
      },
    ),
  ]
}

/**
 * Places clicks on the time before an install. The span is that of the clicks, not of the window: two clicks of a
 * minute would be one dot in a window of hours. Near misses older than the window do not stretch it.
 */
export function placeClicks(
  clicks: readonly TimedClick[],
  { windowMs, width }: { windowMs: number; width: number },
): Placement {
  const agoOf = ({ ageSeconds }: TimedClick) => Math.max(ageSeconds * 1_000, 0)
  const isOlder = (click: TimedClick) => click.kind === 'near' && agoOf(click) > windowMs
  const oldest = Math.max(0, ...clicks.filter((click) => !isOlder(click)).map(agoOf))
  const hasOlder = clicks.some(isOlder)
  const spanMs = Math.max(
    hasOlder || oldest === 0 ? windowMs * (hasOlder ? MARGIN : 1) : 0,
    oldest * MARGIN,
    MIN_SPAN_MS,
  )
  // Where each lane's words begin and end, in pixels from the oldest moment.
  const taken: [number, number][][] = []
  const placed = [...clicks]
    .sort((one, other) => one.ageSeconds - other.ageSeconds)
    .map((click) => {
      const agoMs = agoOf(click)
      const at = (1 - Math.min(agoMs / spanMs, 1)) * width
      const isLeft = at + TEXT_PIXELS > width
      if (click.words === '') return { click, agoMs, lane: 0, isLeft }
      const range: [number, number] = isLeft
        ? [at - TEXT_PIXELS, at + 8]
        : [at - 8, at + TEXT_PIXELS]
      const free = taken.findIndex((lane) =>
        lane.every(([from, to]) => range[1] < from || range[0] > to),
      )
      const lane = free < 0 ? Math.min(taken.length, MAX_LANES - 1) : free
      ;(taken[lane] ??= []).push(range)
      return { click, agoMs, lane, isLeft }
    })
  return { spanMs, placed, lanes: Math.max(taken.length, 1), hasOlder }
}
