const browserZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const MINUTE_MS = 60_000

let zone = browserZone

/** The time zone in which times and days are shown and typed, such as `Europe/Berlin`. */
export function timeZone(): string {
  return zone
}

/** @param name null for the browser's time zone */
export function setTimeZone(name: string | null): void {
  zone = name ?? browserZone
}

/** Formats times in the time zone that is set when it is called. */
export function zonedFormat(locale: string, options: Intl.DateTimeFormatOptions) {
  let last: { zone: string; format: Intl.DateTimeFormat } | null = null
  return (time: Date | number): string => {
    if (last?.zone !== zone)
      last = { zone, format: new Intl.DateTimeFormat(locale, { ...options, timeZone: zone }) }
    return last.format.format(time)
  }
}

// Swedish dates are ISO dates.
const minuteOf = zonedFormat('sv-SE', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** What clocks show at a moment: `YYYY-MM-DDTHH:MM`, as `datetime-local` takes it. */
export function toLocalMinute(time: Date | number): string {
  return minuteOf(time).replace(' ', 'T')
}

/** The moment at which clocks show a time, `YYYY-MM-DDTHH:MM`. A time that they skip is moved forward. */
export function fromLocalMinute(local: string): Date {
  const asUtc = Date.parse(`${local}Z`)
  return new Date(asUtc - offsetAt(asUtc - offsetAt(asUtc)))
}

/** By how much clocks are ahead of UTC, in ms. */
function offsetAt(ms: number): number {
  return Date.parse(`${toLocalMinute(ms)}Z`) - Math.floor(ms / MINUTE_MS) * MINUTE_MS
}
