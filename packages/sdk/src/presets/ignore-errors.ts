/**
 * What the work gives; null where it throws. Listening begins while the app's own module is loaded: what a platform
 * refuses there must not take the app down.
 */
export function ignoreErrors<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}
