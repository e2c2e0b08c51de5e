/** The header has whole seconds, and an answer takes time: a smaller difference means nothing. */
const TOLERANCE_MS = 5_000

let aheadMs = 0

/** Learns how far the clock of this computer is off, from the `Date` of an answer. */
export function noteServerTime(date: string | null, receivedAtMs = Date.now()): void {
  const serverMs = Date.parse(date ?? '')
  if (Number.isNaN(serverMs)) return
  const difference = serverMs - receivedAtMs
  aheadMs = Math.abs(difference) < TOLERANCE_MS ? 0 : difference
}

/** The time of the server: countdowns and ages are right on a computer whose clock is wrong. */
export function serverNow(): number {
  return Date.now() + aheadMs
}
