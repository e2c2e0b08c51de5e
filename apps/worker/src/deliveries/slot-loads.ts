import { parseUrl } from '@throughline/core/net/parse-url'

/** What a load is taken to need for an attempt before the first one has ended. */
const FIRST_GUESS_MS = 100
/** Weight of the newest attempt in the running mean. */
const NEWEST = 0.2

/** The attempts of one project, host or webhook in this process. */
export class Load {
  inFlight = 0
  /** Jobs that wait in this process for a slot. */
  waiting = 0
  /** When the deferred jobs will all have had their turn. */
  backlogEndsMs = 0
  /** Since then attempts are in flight and none has ended. */
  quietSinceMs = 0
  #attemptMs = FIRST_GUESS_MS

  start(nowMs: number): void {
    if (this.inFlight === 0) this.quietSinceMs = nowMs
    this.inFlight += 1
  }

  end(nowMs: number, attemptMs: number | null): void {
    this.inFlight -= 1
    this.quietSinceMs = nowMs
    if (attemptMs !== null) this.#attemptMs += NEWEST * (attemptMs - this.#attemptMs)
  }

  /** How long from one end of an attempt to the next, by the mean. */
  turnMs(): number {
    return Math.max(1, this.#attemptMs) / Math.max(1, this.inFlight)
  }

  /** For how long nothing has ended although attempts are in flight. */
  quietMs(nowMs: number): number {
    return this.inFlight === 0 ? 0 : nowMs - this.quietSinceMs
  }

  isIdle(): boolean {
    return this.inFlight === 0 && this.waiting === 0
  }
}

export class HostLoad extends Load {
  /** Decided by the last attempt; `unreached` before the first one has ended. */
  pace: 'unreached' | 'fast' | 'slow' = 'unreached'
  slowUntilMs = 0

  /** How many of its attempts count against the slots of slow hosts. */
  slowInFlight(): number {
    if (this.pace === 'fast') return 0
    return this.pace === 'slow' ? this.inFlight : Math.max(0, this.inFlight - 1)
  }

  /** Whether one attempt more would. */
  isNextSlow(): boolean {
    return this.pace === 'slow' || (this.pace === 'unreached' && this.inFlight > 0)
  }
}

export class WebhookLoad extends Load {
  /** Of the URL that was read last; null until one was. */
  hostKey: string | null = null
  #url = ''

  goesTo(url: string): void {
    if (url === this.#url) return
    this.#url = url
    // A URL that cannot be parsed is never dialled.
    this.hostKey = parseUrl(url)?.host ?? url
  }
}

/** Entries looked at for one to forget, at each new one. */
const LOOK_AT = 8

/**
 * Loads by key. Past `limit` an idle one is forgotten for each new one: those at rest are bounded by the limit, the
 * others by the slots and the jobs that wait.
 */
export function createLoads<Key, Kind extends Load>(limit: number, make: (key: Key) => Kind) {
  const loads = new Map<Key, Kind>()

  const forgetOne = () => {
    let looks = LOOK_AT
    for (const [key, load] of loads) {
      loads.delete(key)
      if (load.isIdle()) return
      loads.set(key, load)
      looks -= 1
      if (looks === 0) return
    }
  }
  return {
    size: () => loads.size,
    get: (key: Key): Kind => {
      const known = loads.get(key)
      if (known !== undefined) return known
      if (loads.size >= limit) forgetOne()
      const load = make(key)
      loads.set(key, load)
      return load
    },
  }
}
