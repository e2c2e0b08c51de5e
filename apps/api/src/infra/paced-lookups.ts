import { setTimeout as sleep } from 'node:timers/promises'

/** How often somebody else's service is asked by this process. */
export interface Pace {
  /** From the beginning of one look-up to that of the next, in milliseconds. */
  everyMs: number
  /** After one that failed; who waits then is not asked for any more. */
  pauseMs: number
  /** Names that may wait for their turn. */
  mostWaiting: number
}

/** What a test replaces to be in charge of time. */
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
  /** What `ask` answers or throws; undefined where it is not asked. */
  lookup(name: string): Promise<Answer>
  /** Breaks off what is under way, and asks no more. */
  close(): Promise<void>
}

/** Look-ups one after the other at a pace; who asks for a name that waits already or is under way shares its answer. */
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
      if (isPaused() || open.size >= pace.mostWaiting) return Promise.resolve(undefined)
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
