import type { ClickCandidate, InstallTimes, MatchInput } from './match-types.js'

/** Click tokens are valid for 30 days. */
export const TOKEN_WINDOW_MINUTES = 30 * 24 * 60

/** The maximum window of a project for codes and signals. */
export const MAX_WINDOW_MINUTES = 24 * 60

/** How far the clock of the machine that recorded the click may be ahead. */
const CLOCK_SKEW_MS = 5_000

/** Larger than the error of a phone's clock and the time between installation and first start. */
const INSTALLED_BEFORE_MS = 24 * 3_600_000

/** The window for codes and signals, at most 24 h. */
export function windowMinutesOf(input: Pick<MatchInput, 'windowMinutes'>): number {
  return Math.min(input.windowMinutes, MAX_WINDOW_MINUTES)
}

/** Whether a click is within the window and not after the install. */
export function isInsideWindow(createdAt: Date, now: Date, windowMinutes: number): boolean {
  const ageMs = now.getTime() - createdAt.getTime()
  return ageMs >= -CLOCK_SKEW_MS && ageMs <= windowMinutes * 60_000
}

/** Whether the app was installed over 24 h before a click. Google Play's times take precedence over the phone's. */
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

/** Newest click first; ids, which contain the time, order clicks of one millisecond. */
export function newestFirst(a: ClickCandidate, b: ClickCandidate): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (b.clickId > a.clickId ? 1 : -1)
}
