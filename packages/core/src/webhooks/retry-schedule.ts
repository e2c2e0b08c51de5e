/** The first attempt and at most three retries (docs/api-contract.md, "Retries"). */
export const MAX_ATTEMPTS = 4

const GROWTH = 4

/**
 * How long to wait after a failure: base × 4^(n−1), so 60 s, 4 min, 16 min with the default base.
 *
 * @param failedAttempts how many attempts of this schedule have failed, 1 or more
 * @param baseMs the wait after the first failure (RETRY_BASE_MS)
 * @returns milliseconds from the failure to the next attempt, or null when none is left
 */
export function retryDelayMs(failedAttempts: number, baseMs = 60_000): number | null {
  if (!Number.isInteger(failedAttempts) || failedAttempts < 1) {
    throw new RangeError(`failedAttempts must be a positive integer, got ${failedAttempts}`)
  }
  if (failedAttempts >= MAX_ATTEMPTS) return null
  return baseMs * GROWTH ** (failedAttempts - 1)
}
