import type { Runtime } from '../../src/adapters.js'

/** A clock that only a vector's steps move, and the vector's random numbers (one half by default). */
export class VirtualTime {
  /** Elapsed time, which setting the clock does not change. */
  #now: number
  #setByMs = 0
  #timers = new Map<number, { at: number; run: () => void }>()
  #made = 0
  readonly runtime: Runtime
  readonly startedAt: number

  constructor(startedAt: number, chance: readonly number[] = []) {
    const chances = [...chance]
    this.startedAt = startedAt
    this.#now = startedAt
    this.runtime = {
      now: () => this.#now + this.#setByMs,
      random: () => chances.shift() ?? 0.5,
      setTimeout: (run, delayMs) => {
        this.#made += 1
        this.#timers.set(this.#made, { at: this.#now + delayMs, run })
        return this.#made
      },
      clearTimeout: (timer) => {
        this.#timers.delete(timer as number)
      },
    }
  }

  get elapsedMs(): number {
    return this.#now - this.startedAt
  }

  /** Moves the clock forward, or back if `byMs` is negative. */
  setClock(byMs: number): void {
    this.#setByMs += byMs
  }

  /** Lets this much time pass, timer by timer; `settle` waits until nothing is in progress. */
  async advance(ms: number, settle: () => Promise<void>): Promise<void> {
    const until = this.#now + ms
    for (;;) {
      const [next] = [...this.#timers].sort(([, a], [, b]) => a.at - b.at)
      if (next === undefined || next[1].at > until) break
      this.#timers.delete(next[0])
      this.#now = next[1].at
      next[1].run()
      await settle()
    }
    this.#now = until
  }
}
