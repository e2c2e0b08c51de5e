/** A pause of an endpoint's webhook, from before the pausing call until after the resuming call, since 1970. */
export interface Off {
  endpoint: string
  from: number
  to: number
}

/** The event's transaction may have begun before the webhook was paused, and may read it later. */
const TRANSACTION_MS = 1_000

/** Removes deliveries that were created and skipped while their webhook was paused. Any other skip is a loss. */
export function withoutSkipped(
  lost: string[],
  skipped: { target: string; at: number }[],
  offs: Off[],
): { lost: string[]; skipped: number } {
  const right = new Set(
    skipped.filter((one) => offs.some((off) => wasOff(one, off))).map(({ target }) => target),
  )
  const left = lost.filter((target) => !right.has(target))
  return { lost: left, skipped: lost.length - left.length }
}

function wasOff({ target, at }: { target: string; at: number }, off: Off): boolean {
  return target.endsWith(` at ${off.endpoint}`) && at >= off.from - TRANSACTION_MS && at <= off.to
}
