/** Null if the work throws: an error while the app's module loads must not stop the app. */
export function ignoreErrors<Result>(work: () => Result): Result | null {
  try {
    return work()
  } catch {
    return null
  }
}
