/** More than making a connection may take, and less than the 2 s within which a caller is told. */
const PROMPT_MS = 1_800

/** The database keeps a connection and says nothing; `isDatabaseUnavailable` knows it by its code. */
class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError'
  readonly code = 'ETIMEDOUT'
}

/**
 * Settles like `lookup`, a quick statement by a key, or rejects soon where the database has gone without a
 * word, as it does behind a network that drops packets. What `lookup` does later is ignored.
 *
 * @param withinMs for who has something better to do than to wait
 * @throws an isDatabaseUnavailable error after 1.8 s, or so many milliseconds
 */
export function promptly<Result>(lookup: Promise<Result>, withinMs = PROMPT_MS): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DatabaseSilentError(`No answer from the database in ${withinMs} ms`)),
      withinMs,
    )
    const stopTimer = () => clearTimeout(timer)
    lookup.then(stopTimer, stopTimer)
    lookup.then(resolve, reject)
  })
}
