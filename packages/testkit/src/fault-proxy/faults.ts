import type { Random } from '../seeded-random.js'

export type Direction = 'to-server' | 'to-client'

/** Plain data, so that a run can draw it by seed. All but `reset` and `half-open` last until `heal`, and add up. */
export type Fault =
  /** Delays every byte in each direction by this, plus 0 to `jitterMs`. Keeps the order. */
  | { readonly kind: 'latency'; readonly ms: number; readonly jitterMs?: number }
  /** Open and new connections stay open, but all data on them is lost, including their end. */
  | { readonly kind: 'blackhole' }
  /** A TCP reset to both sides of every open connection. New ones work. */
  | { readonly kind: 'reset' }
  /** Closes the server's side of open connections without notifying the client. New ones work. */
  | { readonly kind: 'half-open' }
  /** Ends each connection after a seeded number of bytes in one direction. Open connections count from now on. */
  | {
      readonly kind: 'cut-after'
      readonly direction: Direction
      readonly minBytes: number
      readonly maxBytes: number
    }

export type CutAfter = Extract<Fault, { kind: 'cut-after' }>

/** The current lasting faults, read by every connection. */
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
