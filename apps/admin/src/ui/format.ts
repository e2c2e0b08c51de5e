import { zonedFormat } from './time-zone.js'

const LOCALE = 'en-GB'
const whole = new Intl.NumberFormat('en-US')
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' })
const dateTime = zonedFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium' })
const day = new Intl.DateTimeFormat(LOCALE, { day: 'numeric', month: 'short', timeZone: 'UTC' })

const localDay = zonedFormat(LOCALE, { day: 'numeric', month: 'short' })

const localHour = zonedFormat(LOCALE, {
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
})

const DATE_LENGTH = 'YYYY-MM-DD'.length
const COMPACT_FROM = 100_000
const FEW = 20

export function formatCount(count: number): string {
  return count < COMPACT_FROM ? whole.format(count) : compact.format(count)
}

/** The place of a row in a list. It is never shortened. */
export function formatPlace(place: number): string {
  return whole.format(place)
}

export function formatShare(share: number, digits = 0): string {
  return `${(share * 100).toFixed(digits)} %`
}

/** A rate of few cases is not reliable, so the two numbers are shown instead. */
export function formatRate(part: number, total: number): string {
  if (total === 0) return '–'
  return total < FEW ? `${part} of ${total}` : formatShare(part / total, 1)
}

export function formatTime(time: string | number): string {
  return dateTime(new Date(time))
}

/** Formats a date of the API, YYYY-MM-DD, or the time at which a local day begins. */
export function formatDay(date: string): string {
  if (date.length > DATE_LENGTH) return localDay(new Date(date))
  return day.format(new Date(`${date}T00:00:00Z`))
}

/** Formats the start of an hour, in the reader's time zone. */
export function formatHour(time: string): string {
  return localHour(new Date(time))
}

const UNITS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

export function formatRelative(time: string | number, now: number): string {
  const seconds = Math.round((new Date(time).getTime() - now) / 1_000)
  const [unit, length] = UNITS.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  return relative.format(Math.trunc(seconds / length), unit)
}

const BYTE_UNITS = ['B', 'kB', 'MB', 'GB', 'TB'] as const

/** `12.3 MB`. */
export function formatBytes(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), BYTE_UNITS.length - 1)
  return `${(bytes / 1_000 ** power).toFixed(power === 0 ? 0 : 1)} ${BYTE_UNITS[power] ?? ''}`
}

/** `1 h 5 min`, `3 min 12 s`, `420 ms`. */
export function formatDuration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`
  const seconds = Math.round(ms / 1_000)
  if (seconds < 60) return `${(ms / 1_000).toFixed(ms < 10_000 ? 1 : 0)} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return pair([minutes, 'min'], [seconds % 60, 's'])
  const hours = Math.floor(minutes / 60)
  if (hours < 48) return pair([hours, 'h'], [minutes % 60, 'min'])
  return pair([Math.floor(hours / 24), 'd'], [hours % 24, 'h'])
}

const EXACT_MS = 600_000

/** A duration in which seconds no longer matter after ten minutes. */
export function formatAge(seconds: number): string {
  const ms = seconds * 1_000
  return formatDuration(ms < EXACT_MS ? ms : Math.round(ms / 60_000) * 60_000)
}

function pair(...parts: [number, string][]): string {
  return parts
    .filter(([value], index) => index === 0 || value > 0)
    .map(([value, unit]) => `${value} ${unit}`)
    .join(' ')
}

/** A length that somebody set, or that stands on an axis: `90 minutes`, `24 hours`, `30 days`. */
export function formatSpan(minutes: number): string {
  if (minutes < 1) return `${Math.round(minutes * 60)} seconds`
  const hours = minutes / 60
  if (!Number.isInteger(hours)) return plural(minutes, 'minute')
  return hours > 24 && hours % 24 === 0 ? plural(hours / 24, 'day') : plural(hours, 'hour')
}

function plural(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
