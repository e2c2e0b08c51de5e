import type { Random } from '../seeded-random.js'

export type Direction = 'to-server' | 'to-client'

/** Plain data, so that a run can draw it by seed. All but `reset` and `half-open` last until `heal`, and add up. */
export type Fault =
  /** Every byte comes this much later, in each direction, plus 0 to `jitterMs`. Order is kept. */
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs?: number }
  /** Open connections and new ones stay open, and all that is sent on them is lost, their end too. */
  | { readonly kind: 'blackhole' }
  /** A TCP reset to both sides of every open connection. New ones work. */
  | { readonly kind: 'reset' }
  /** The server's side of open connections is closed and the client never hears of it. New ones work. */
  | { readonly kind: 'half-open' }
  /** Each connection ends after so many bytes in one direction, drawn by seed; open ones count from now on. */
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

export function drawCut({ cutAfter }: FaultState, direction: Direction, random: Random): number {
  if (cutAfter?.direction !== direction) return Infinity
  return random.integer(cutAfter.minBytes, cutAfter.maxBytes)
}
