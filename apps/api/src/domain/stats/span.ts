import type { SpanQuery } from '@throughline/contracts/stats'
import { fieldError } from '@throughline/core/lib/errors'
import {
  addDays,
  countDays,
  dateIn,
  dayBounds,
  isTimeZone,
} from '@throughline/core/matching/time-zone'

const DEFAULT_DAYS = 30
const MAX_DAYS = 366

/** Days in a time zone, both inclusive. */
export interface Span {
  from: string
  to: string
  tz: string
}

/** Reads the requested days: `days` days up to `to`, or from `from` to `to`. The default of `to` is today. */
export function readSpan({ days, from, to, tz }: SpanQuery): Span {
  if (!isTimeZone(tz)) throw fieldError('tz', 'must be a time zone such as Europe/Berlin')
  if (from !== undefined && days !== undefined)
    throw fieldError('days', 'Send either days or from, not both.')
  const last = to ?? dateIn(tz, new Date())
  const first = from ?? addDays(last, 1 - (days ?? DEFAULT_DAYS))
  const count = countDays(first, last)
  const lastName = to === undefined ? 'today' : 'to'
  if (count < 1) throw fieldError('from', `must not be after ${lastName}`)
  if (count > MAX_DAYS)
    throw fieldError('from', `must be at most ${MAX_DAYS - 1} days before ${lastName}`)
  return { from: first, to: last, tz }
}

export function previousSpan({ from, to, tz }: Span): Span {
  return { from: addDays(from, -countDays(from, to)), to: addDays(from, -1), tz }
}

export function boundsOf({ from, to, tz }: Span): Date[] {
  return dayBounds(tz, from, to)
}

const HOUR_MS = 3_600_000
const DAY_MS = 86_400_000

export interface RoundedSpan {
  from: Date
  to: Date
  isRounded: boolean
}

/** Rounds to the hours of the counts by dimension, or to days in UTC where the counts were compacted. */
export function roundSpan(bounds: readonly Date[], compactedBefore: Date): RoundedSpan {
  const [first, last] = [bounds[0], bounds.at(-1)]
  if (first === undefined || last === undefined) throw new Error('A span has two bounds')
  const round = (time: Date) => roundTime(time, compactedBefore)
  const [from, to] = [round(first), round(last)]
  const isRounded = from.getTime() !== first.getTime() || to.getTime() !== last.getTime()
  return { from, to, isRounded }
}

export function roundTime(time: Date, compactedBefore: Date): Date {
  const step = time < compactedBefore ? DAY_MS : HOUR_MS
  return new Date(Math.floor(time.getTime() / step) * step)
}

/** Returns a share; null if the whole is 0. */
export function ratio(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.round((part / whole) * 10_000) / 10_000
}
