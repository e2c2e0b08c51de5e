/**
 * Settles like `work`, or rejects after `ms` milliseconds; what `work` does later is ignored.
 *
 * @param error what to reject with, or what was done: `{what} took longer than {ms} ms`
 */
export function withTimeout<Result>(
  work: Promise<Result>,
  ms: number,
  error: string | (() => Error),
): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () =>
        reject(
          typeof error === 'string' ? new Error(`${error} took longer than ${ms} ms`) : error(),
        ),
      ms,
    )
    const stopTimer = () => clearTimeout(timer)
    work.then(stopTimer, stopTimer)
    work.then(resolve, reject)
  })
}
