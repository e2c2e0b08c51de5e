import { setTimeout as sleep } from 'node:timers/promises'

export interface PacedQueue<Job> {
  offer(job: Job): void
  drain(): Promise<void>
  close(): Promise<void>
}

/** Runs jobs one by one, each after a pause of `everyMs`, so that none competes with the offering request. */
export function createPacedQueue<Job>({
  run,
  everyMs,
  maxWaiting,
  onError,
}: {
  run: (job: Job) => Promise<void>
  everyMs: number
  maxWaiting: number
  onError: (error: unknown) => void
}): PacedQueue<Job> {
  const waiting: Job[] = []
  const stop = new AbortController()
  let working: Promise<void> | null = null

  const work = async () => {
    while (waiting.length > 0) {
      await sleep(everyMs, undefined, { signal: stop.signal, ref: false }).catch(() => undefined)
      const job = stop.signal.aborted ? undefined : waiting.shift()
      if (job === undefined) break
      await run(job).catch(onError)
    }
    working = null
  }
  return {
    offer: (job) => {
      if (stop.signal.aborted || waiting.length >= maxWaiting) return
      waiting.push(job)
      working ??= work()
    },
    drain: () => working ?? Promise.resolve(),
    close: () => {
      stop.abort()
      return working ?? Promise.resolve()
    },
  }
}
