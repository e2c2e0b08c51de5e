import type { Random } from '../seeded-random.js'

/** Which way bytes go through the proxy. */
export type Direction = 'to-server' | 'to-client'

/**
 * What can be done to the connections of a proxy, as plain data, so that a run can draw one by seed
 * and write it down. All but `reset` and `half-open`, which happen once, last until `heal`, and
 * those that last add up.
 */
export type Fault =
  /** Every byte comes this much later, in each direction, plus 0 to `jitterMs`. Order is kept. */
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs?: number }
  /** Open connections and new ones stay open, and all that is sent on them is lost, their end too. */
  | { readonly kind: 'blackhole' }
  /** A TCP reset to both sides of every open connection. New ones work. */
  | { readonly kind: 'reset' }
  /**
   * The server's side of every open connection is closed and the client never hears of it: what it
   * sends vanishes. New ones work.
   */
  | { readonly kind: 'half-open' }
  /**
   * Each connection ends after so many bytes in one direction, at a count drawn by seed; those that
   * are open count from now on. The last bytes arrive, the rest does not.
   */
  | {
      readonly kind: 'cut-after'
      readonly direction: Direction
      readonly minBytes: number
      readonly maxBytes: number
    }

export type CutAfter = Extract<Fault, { kind: 'cut-after' }>

/** The faults that last, as they are at the moment; read by every connection. */
export type FaultState = {
  latencyMs: number
  jitterMs: number
  isBlackhole: boolean
  isFrozen: boolean
  cutAfter: CutAfter | null
}

export function noFaults(): FaultState {
  return { latencyMs: 0, jitterMs: 0, isBlackhole: false, isFrozen: false, cutAfter: null }
}

/** After how many bytes a lane in this direction ends; infinite without such a fault. */
export function drawCut({ cutAfter }: FaultState, direction: Direction, random: Random): number {
  if (cutAfter?.direction !== direction) return Infinity
  return random.integer(cutAfter.minBytes, cutAfter.maxBytes)
}
