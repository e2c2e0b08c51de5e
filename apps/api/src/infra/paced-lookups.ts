import { setTimeout as sleep } from 'node:timers/promises'

export interface Pace {
  /** Time between the starts of two lookups. */
  everyMs: number
  /** Pause after a failure; waiting lookups are canceled. */
  pauseMs: number
  maxWaiting: number
}

export interface PaceClock {
  nowMs(): number
  /** @throws once the signal is aborted */
  wait(ms: number, signal: AbortSignal): Promise<void>
}

const CLOCK: PaceClock = {
  nowMs: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
}

type Answer = string | null | undefined

interface Lookups {
  /** Returns the result of `ask`; undefined if `ask` was not called. */
  lookup(name: string): Promise<Answer>
  close(): Promise<void>
}

/** Runs lookups one after the other at a pace; concurrent callers of a name share its result. */
export function paceLookups(
  ask: (name: string, stopping: AbortSignal) => Promise<string | null>,
  pace: Pace,
  clock = CLOCK,
): Lookups {
  const open = new Map<string, Promise<Answer>>()
  const stop = new AbortController()
  let last: Promise<unknown> = Promise.resolve()
  let nextMs = 0
  let pausedUntilMs = 0
  const isPaused = () => stop.signal.aborted || clock.nowMs() < pausedUntilMs

  const takeTurn = async (name: string): Promise<Answer> => {
    const waitMs = nextMs - clock.nowMs()
    if (waitMs > 0) await clock.wait(waitMs, stop.signal).catch(() => undefined)
    if (isPaused()) return undefined
    nextMs = clock.nowMs() + pace.everyMs
    try {
      return await ask(name, stop.signal)
    } catch (error) {
      if (stop.signal.aborted) return undefined
      pausedUntilMs = clock.nowMs() + pace.pauseMs
      throw error
    }
  }

  return {
    lookup(name) {
      const shared = open.get(name)
      if (shared !== undefined) return shared
      if (isPaused() || open.size >= pace.maxWaiting) return Promise.resolve(undefined)
      const answer = last.then(() => takeTurn(name)).finally(() => open.delete(name))
      open.set(name, answer)
      last = answer.catch(() => undefined)
      return answer
    },
    async close() {
      stop.abort()
      await last
    },
  }
}
