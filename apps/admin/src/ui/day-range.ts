import { fromLocalMinute, toLocalMinute } from './time-zone.js'

/** Local days in the address, YYYY-MM-DD. The last day is included. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
}

/** The days up to today, or from one day to another. */
export type Span = { days: number } | { from: string; to: string }

const DAY = /^\d{4}-\d{2}-\d{2}$/
const DAY_LENGTH = 'YYYY-MM-DD'.length

/** The day as text, in the reader's time zone. */
export function toDay(date: Date): string {
  return toLocalMinute(date).slice(0, DAY_LENGTH)
}

/** @param count negative for earlier days */
export function addDays(day: string, count: number): string {
  const date = new Date(`${day}T00:00Z`)
  date.setUTCDate(date.getUTCDate() + count)
  return date.toISOString().slice(0, DAY_LENGTH)
}

/** The local day of a date, YYYY-MM-DD, or of the moment at which a day or an hour begins. */
export function dayOf(date: string): string {
  return DAY.test(date) ? date : toDay(new Date(date))
}

/** Whether both ends are days, the first not after the last. */
export function isWhole(range: DayRange): range is { from: string; to: string } {
  const { from, to } = range
  return isDay(from) && isDay(to) && from <= to
}

/** The range as the API's lists take it: from the start of the first day to the start of the day after the last. */
export function toMoments({ from, to }: DayRange): { from?: string; to?: string } {
  return {
    ...(isDay(from) ? { from: beginOf(from) } : {}),
    ...(isDay(to) ? { to: beginOf(addDays(to, 1)) } : {}),
  }
}

function isDay(day: string | undefined): day is string {
  return day !== undefined && DAY.test(day) && !Number.isNaN(Date.parse(day))
}

function beginOf(day: string): string {
  return fromLocalMinute(`${day}T00:00`).toISOString()
}
