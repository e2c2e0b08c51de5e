const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

const NAME_SHAPE = /^[A-Za-z][A-Za-z0-9_+-]{0,31}(\/[A-Za-z0-9_+-]{1,32}){0,2}$/

/** Whether a text names an IANA time zone, in any case. */
export function isTimeZone(name: string): boolean {
  return NAME_SHAPE.test(name) && offsetsOf(name) !== null
}

export function dateIn(timeZone: string, moment: Date): string {
  const local = moment.getTime() + requireOffsets(timeZone)(moment.getTime())
  return new Date(local).toISOString().slice(0, 10)
}

export function addDays(date: string, days: number): string {
  return new Date(midnightMs(date) + days * DAY_MS).toISOString().slice(0, 10)
}

export function countDays(from: string, to: string): number {
  return Math.round((midnightMs(to) - midnightMs(from)) / DAY_MS) + 1
}

/** The start of each day in the zone and of the day after `to`. A day that clocks skipped is empty. */
export function dayBounds(timeZone: string, from: string, to: string): Date[] {
  const offsetAt = requireOffsets(timeZone)
  return Array.from({ length: countDays(from, to) + 1 }, (_, day) =>
    startOfDay(addDays(from, day), offsetAt),
  )
}

/** Midnight by the offset of the day before or after. If neither is valid, clocks went forward then: the later one. */
function startOfDay(date: string, offsetAt: OffsetAt): Date {
  const local = midnightMs(date)
  const early = local - offsetAt(local - DAY_MS)
  const late = local - offsetAt(local + DAY_MS)
  const isMidnight = (time: number) => time + offsetAt(time) === local
  const found = [Math.min(early, late), Math.max(early, late)].find(isMidnight)
  return new Date(found ?? Math.max(early, late))
}

/** Milliseconds that the zone's clocks are ahead of UTC at a moment. */
type OffsetAt = (time: number) => number

function requireOffsets(timeZone: string): OffsetAt {
  const offsets = offsetsOf(timeZone)
  if (offsets === null) throw new RangeError(`${timeZone} is not a time zone`)
  return offsets
}

function offsetsOf(timeZone: string): OffsetAt | null {
  const format = formatOf(timeZone)
  if (format === null) return null
  return (time) => {
    const parts = format.formatToParts(time)
    const part = (type: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find((one) => one.type === type)?.value)
    const [year, month, day] = [part('year'), part('month') - 1, part('day')]
    const local = Date.UTC(year, month, day, part('hour'), part('minute'))
    return local - Math.floor(time / MINUTE_MS) * MINUTE_MS
  }
}

function formatOf(timeZone: string): Intl.DateTimeFormat | null {
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      numberingSystem: 'latn',
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    })
  } catch {
    return null
  }
}

function midnightMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}
