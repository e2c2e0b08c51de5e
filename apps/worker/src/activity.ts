/** What this process is doing, for the watchdog. */
export interface Activity {
  inFlight(): number
  /** Since the last claim, or since the start. */
  secondsSinceClaim(): number
  /** Also of a job that is held back on purpose: whoever gets jobs is not deaf. */
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
