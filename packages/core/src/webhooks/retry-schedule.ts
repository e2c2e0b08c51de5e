/** The first attempt and at most three retries (docs/api-contract.md, "Retries"). */
export const MAX_ATTEMPTS = 4

const GROWTH = 4

/**
 * The delay after a failure: base × 4^(n−1), which is 60 s, 4 min, 16 min by default.
 *
 * @param failedAttempts failed attempts of this schedule, 1 or more
 * @param baseMs the delay after the first failure (RETRY_BASE_MS)
 * @returns milliseconds until the next attempt, or null if none is left
 */
export function retryDelayMs(failedAttempts: number, baseMs = 60_000): number | null {
  if (!Number.isInteger(failedAttempts) || failedAttempts < 1) {
    throw new RangeError(`failedAttempts must be a positive integer, got ${failedAttempts}`)
  }
  if (failedAttempts >= MAX_ATTEMPTS) return null
  return baseMs * GROWTH ** (failedAttempts - 1)
}
