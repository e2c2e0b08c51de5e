/** Settles like `work`, or rejects after `ms`. `error` makes the error, or names the work for the default message. */
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
