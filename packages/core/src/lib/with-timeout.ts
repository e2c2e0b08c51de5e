/** Settles like `work`, or rejects after `ms` with `error`, or with a message that names the work. */
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
