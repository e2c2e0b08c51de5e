export type Arrival = [deliveryId: string, firstByteMs: number]

export type ToReceiver =
  /** Resets the counter. Replies after `count` requests. Keeps the arrivals if requested. */
  | { kind: 'expect'; count: number; isRecording: boolean }
  /** Replies after `count` requests, without resetting the counter. */
  | { kind: 'notify'; count: number }
  | { kind: 'take-arrivals' }
  | { kind: 'count' }

export type FromReceiver =
  | { kind: 'ports'; ports: number[]; blackHolePort: number }
  | { kind: 'expecting' }
  | { kind: 'reached'; count: number; atMs: number }
  | { kind: 'arrivals'; arrivals: Arrival[] }
  | { kind: 'counted'; count: number }
