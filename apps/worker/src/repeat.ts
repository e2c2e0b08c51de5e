export interface Repeating {
  /** No further run; resolves when the one under way is over. */
  stop(): Promise<void>
}

/**
 * Runs a task again and again, never twice at once.
 *
 * @param task answers how long to wait before its next run, in milliseconds; it must not throw
 */
export function repeat(task: () => Promise<number>): Repeating {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()

  const run = async () => {
    const waitMs = await task()
    if (!isStopped) timer = setTimeout(start, waitMs)
  }
  const start = () => {
    running = run()
  }
  start()

  return {
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      return running
    },
  }
}
