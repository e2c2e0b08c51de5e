import type { ClickCandidate, InstallTimes, MatchInput } from './match-types.js'

/** A click token is valid for 30 days. */
export const TOKEN_WINDOW_MINUTES = 30 * 24 * 60

/** No project's window for codes and signals is longer. */
export const MAX_WINDOW_MINUTES = 24 * 60

/** How far the clock of the machine that took the click may run ahead of ours. */
const CLOCK_SKEW_MS = 5_000

/** A phone's clock, and the time between the store and the first start, differ by less. */
const INSTALLED_BEFORE_MS = 24 * 3_600_000

/** The window for codes and signals, at most 24 h. */
export function windowMinutesOf(input: Pick<MatchInput, 'windowMinutes'>): number {
  return Math.min(input.windowMinutes, MAX_WINDOW_MINUTES)
}

/** Whether a click is neither older than the window nor made after the install. */
export function isInsideWindow(createdAt: Date, now: Date, windowMinutes: number): boolean {
  const ageMs = now.getTime() - createdAt.getTime()
  return ageMs >= -CLOCK_SKEW_MS && ageMs <= windowMinutes * 60_000
}

/**
 * Whether the app was installed more than 24 h before a click: it came with an update, or was opened late. Google Play's
 * own times go before the phone's; where Play reports the click that led to it, an install before that one counts too.
 * A time in the future counts as now.
 */
export function isInstalledBefore(
  times: InstallTimes,
  click: Pick<ClickCandidate, 'createdAt'>,
  now: Date,
): boolean {
  const began = times.beganAt ?? times.installedAt
  if (began === null) return false
  const beganMs = Math.min(began.getTime(), now.getTime())
  const clickMs =
    times.beganAt === null || times.referrerClickAt === null
      ? click.createdAt.getTime()
      : Math.max(click.createdAt.getTime(), times.referrerClickAt.getTime())
  return beganMs < clickMs - INSTALLED_BEFORE_MS
}

/** Sorts the newest click first; ids, which carry time, decide within a millisecond. */
export function newestFirst(a: ClickCandidate, b: ClickCandidate): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (b.clickId > a.clickId ? 1 : -1)
}
