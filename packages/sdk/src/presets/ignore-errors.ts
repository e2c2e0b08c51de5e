/**
 * The result of the work; null if it throws. Subscriptions start while the app's module loads, and a platform error
 * there must not stop the app.
 */
export function ignoreErrors<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}
