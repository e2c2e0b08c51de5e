/** Local days in the address, YYYY-MM-DD. The last day is included. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
}

/** The days up to today, or from one day to another. */
export type Span = { days: number } | { from: string; to: string }

/** The reader's time zone, such as `Europe/Berlin`. */
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** The day as text, in the reader's time zone. */
export function toDay(date: Date): string {
  const part = (value: number, length = 2) => String(value).padStart(length, '0')
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1)}-${part(date.getDate())}`
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
    ...(isDay(from) ? { from: beginOf(from, 0) } : {}),
    ...(isDay(to) ? { to: beginOf(to, 1) } : {}),
  }
}

function isDay(day: string | undefined): day is string {
  return day !== undefined && DAY.test(day) && !Number.isNaN(Date.parse(day))
}

/** Uses the calendar, because days have 23 to 25 hours when clocks change. */
function beginOf(day: string, daysLater: number): string {
  const date = new Date(`${day}T00:00`)
  date.setDate(date.getDate() + daysLater)
  return date.toISOString()
}
