export interface Repeating {
  /** Prevents further runs; resolves when the current run has ended. */
  stop(): Promise<void>
}

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
