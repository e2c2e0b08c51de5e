/** The first attempt and at most three retries (docs/api-contract.md, "Retries"). */
export const MAX_ATTEMPTS = 4

const GROWTH = 4

/** The delay in milliseconds after failure n of a schedule: base × 4^(n−1); null if no attempt is left. */
export function retryDelayMs(failedAttempts: number, baseMs = 60_000): number | null {
  if (!Number.isInteger(failedAttempts) || failedAttempts < 1) {
    throw new RangeError(`failedAttempts must be a positive integer, got ${failedAttempts}`)
  }
  if (failedAttempts >= MAX_ATTEMPTS) return null
  return baseMs * GROWTH ** (failedAttempts - 1)
}
