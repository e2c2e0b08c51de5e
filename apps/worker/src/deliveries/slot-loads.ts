import { parseUrl } from '@throughline/core/net/parse-url'

const FIRST_GUESS_MS = 100
const NEWEST = 0.2

export class Load {
  /** The load was evicted from its cache; the next job of the same key gets a new one. */
  isEvicted = false
  inFlight = 0
  waiting = 0
  /** When all deferred jobs will have had their turn. */
  backlogEndsMs = 0
  /** Since when attempts are in flight and none has ended. */
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

  turnMs(): number {
    return Math.max(1, this.#attemptMs) / Math.max(1, this.inFlight)
  }

  quietMs(nowMs: number): number {
    return this.inFlight === 0 ? 0 : nowMs - this.quietSinceMs
  }

  isIdle(): boolean {
    return this.inFlight === 0 && this.waiting === 0
  }
}

export class HostLoad extends Load {
  /** Set by the last attempt; `unreached` until the first one has ended. */
  pace: 'unreached' | 'fast' | 'slow' = 'unreached'
  slowUntilMs = 0

  /** How many of its attempts count against the limit for slow hosts. */
  slowInFlight(): number {
    if (this.pace === 'fast') return 0
    return this.pace === 'slow' ? this.inFlight : Math.max(0, this.inFlight - 1)
  }

  isNextSlow(): boolean {
    return this.pace === 'slow' || (this.pace === 'unreached' && this.inFlight > 0)
  }
}

/** The last load of a key, so that a job of a known webhook needs no lookup. */
export class LastLoad<Kind extends Load> {
  #key = ''
  #load: Kind | null = null

  get(loads: Loads<string, Kind>, key: string): Kind {
    if (this.#load === null || this.#load.isEvicted || this.#key !== key) {
      this.#load = loads.get(key)
      this.#key = key
    }
    return this.#load
  }
}

export class WebhookLoad extends Load {
  readonly project = new LastLoad<Load>()
  readonly host = new LastLoad<HostLoad>()
  hostKey: string | null = null
  #url = ''

  goesTo(url: string): void {
    if (url === this.#url) return
    this.#url = url
    // A URL that cannot be parsed is never dialed.
    this.hostKey = parseUrl(url)?.host ?? url
  }
}

export interface Loads<Key, Kind extends Load> {
  size(): number
  get(key: Key): Kind
}

/** Entries examined per eviction. */
const EVICTION_SCAN = 8

/** Past `limit`, each new entry evicts an idle one; entries in use are bounded by the slots and waiting jobs. */
export function createLoads<Key, Kind extends Load>(
  limit: number,
  make: (key: Key) => Kind,
): Loads<Key, Kind> {
  const loads = new Map<Key, Kind>()

  const evictOne = () => {
    let toScan = EVICTION_SCAN
    for (const [key, load] of loads) {
      loads.delete(key)
      if (load.isIdle()) {
        load.isEvicted = true
        return
      }
      loads.set(key, load)
      toScan -= 1
      if (toScan === 0) return
    }
  }
  return {
    size: () => loads.size,
    get: (key: Key): Kind => {
      const known = loads.get(key)
      if (known !== undefined) return known
      if (loads.size >= limit) evictOne()
      const load = make(key)
      loads.set(key, load)
      return load
    },
  }
}
