import type { ClickCandidate, MatchInput } from './match-types.js'

/** A click token is good for 30 days (contract §7). */
export const TOKEN_WINDOW_MINUTES = 30 * 24 * 60

/** No project's window for codes and scoring is longer (contract §7). */
export const MAX_WINDOW_MINUTES = 24 * 60

/** How far the clock of the machine that took the click may run ahead of ours. */
const CLOCK_SKEW_MS = 5_000

/** The window for codes and scoring, at most 24 h. */
export function windowMinutesOf(input: MatchInput): number {
  return Math.min(input.windowMinutes, MAX_WINDOW_MINUTES)
}

/** Whether a click is neither older than the window nor made after the install. */
export function isInsideWindow(createdAt: Date, now: Date, windowMinutes: number): boolean {
  const ageMs = now.getTime() - createdAt.getTime()
  return ageMs >= -CLOCK_SKEW_MS && ageMs <= windowMinutes * 60_000
}

/** Sorts the newest click first; ids, which carry time, decide within a millisecond. */
export function newestFirst(a: ClickCandidate, b: ClickCandidate): number {
  return b.createdAt.getTime() - a.createdAt.getTime() || (b.clickId > a.clickId ? 1 : -1)
}
