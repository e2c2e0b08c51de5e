const TICK_MS = 100
/** A request takes several turns of the event loop: at this delay, responses take seconds. */
const LATE_MS = 500
const ON_TIME_MS = 250
/** The pressure rises by 0.5 per late turn and falls by 0.1 per punctual one. */
const RISE = 0.5
const FALL = 0.1
/** Some calls are always served, so that a delay with another cause does not stop the service. */
const MAX_CALL_SHARE = 0.9
const MAX_VISIT_SHARE = 0.5

/** API calls are rejected before visits: API clients retry, visitors do not. */
export type RequestKind = 'call' | 'visit'

/**
 * Rejects part of the calls, then visits, while the event loop is late. One late turn may be a pause of the machine.
 */
export class LoadShedder {
  #pressure = 0
  #wasLate = false
  #callsOwed = 0
  #visitsOwed = 0

  observe(lateMs: number): void {
    const isLate = lateMs >= LATE_MS
    if (isLate && this.#wasLate)
      this.#pressure = Math.min(1 + MAX_VISIT_SHARE, this.#pressure + RISE)
    if (lateMs < ON_TIME_MS) this.#pressure = Math.max(0, this.#pressure - FALL)
    this.#wasLate = isLate
  }

  sheds(kind: RequestKind): boolean {
    if (this.#pressure === 0) return false
    return kind === 'call' ? this.#shedsCall() : this.#shedsVisit()
  }

  #shedsCall(): boolean {
    this.#callsOwed += Math.min(MAX_CALL_SHARE, this.#pressure)
    if (this.#callsOwed < 1) return false
    this.#callsOwed -= 1
    return true
  }

  #shedsVisit(): boolean {
    this.#visitsOwed += Math.max(0, this.#pressure - 1)
    if (this.#visitsOwed < 1) return false
    this.#visitsOwed -= 1
    return true
  }
}

/** Lets a shedder observe the event loop. @returns a function that stops it */
export function observeEventLoop(shedder: LoadShedder): () => void {
  let lastMs = performance.now()
  // Timers run before newly arrived data is read, so a request is measured by the turn that it waited for.
  const timer = setInterval(() => {
    const nowMs = performance.now()
    shedder.observe(nowMs - lastMs - TICK_MS)
    lastMs = nowMs
  }, TICK_MS).unref()
  return () => clearInterval(timer)
}
