/** Activity of this process, for the watchdog. */
export interface Activity {
  inFlight(): number
  secondsSinceClaim(): number
  /** Also called for deferred jobs: a worker that receives jobs is healthy. */
  claimed(): void
  began(): void
  ended(): void
}

export function createActivity(nowMs: () => number = () => performance.now()): Activity {
  let inFlight = 0
  let lastClaimMs = nowMs()
  return {
    inFlight: () => inFlight,
    secondsSinceClaim: () => (nowMs() - lastClaimMs) / 1_000,
    claimed: () => {
      lastClaimMs = nowMs()
    },
    began: () => {
      inFlight += 1
    },
    ended: () => {
      inFlight -= 1
    },
  }
}
