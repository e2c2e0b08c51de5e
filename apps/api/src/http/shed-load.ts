/** How often the delay of the event loop is measured. */
const TICK_MS = 100
/** A request takes several turns of the event loop: with turns this late its answer takes seconds. */
const LATE_MS = 500
const ON_TIME_MS = 250
/** The pressure rises by 0.5 with each late turn, and falls by 0.1 with each that is on time. */
const RISE = 0.5
const FALL = 0.1
/** Some are always served, so that a delay which is not ours does not end the service. */
const MAX_CALL_SHARE = 0.9
const MAX_VISIT_SHARE = 0.5

/** What is rejected first: callers of the API try again, a visitor of a link does not. */
export type RequestKind = 'call' | 'visit'

/**
 * Decides which requests to reject while the event loop is late. One late turn changes nothing, since that may be a
 * pause of the machine; from the second in a row on, first calls are rejected in part, and visits only once that was
 * not enough.
 */
export class LoadShedder {
  #pressure = 0
  #wasLate = false
  #callsOwed = 0
  #visitsOwed = 0

  /** @param lateMs by how much the last turn of the event loop came late */
  observe(lateMs: number): void {
    const isLate = lateMs >= LATE_MS
    if (isLate && this.#wasLate)
      this.#pressure = Math.min(1 + MAX_VISIT_SHARE, this.#pressure + RISE)
    if (lateMs < ON_TIME_MS) this.#pressure = Math.max(0, this.#pressure - FALL)
    this.#wasLate = isLate
  }

  /** Whether to reject this request. */
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

/** Has a shedder observe the event loop. @returns ends that */
export function observeEventLoop(shedder: LoadShedder): () => void {
  let lastMs = performance.now()
  // Timers run before what arrived meanwhile is read, so a request is judged by the turn that it waited for.
  const timer = setInterval(() => {
    const nowMs = performance.now()
    shedder.observe(nowMs - lastMs - TICK_MS)
    lastMs = nowMs
  }, TICK_MS).unref()
  return () => clearInterval(timer)
}
