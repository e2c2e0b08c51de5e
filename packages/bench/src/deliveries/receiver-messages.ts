export type Arrival = [deliveryId: string, firstByteMs: number]

export type ToReceiver =
  /** Count anew; say when `count` requests have come; keep the arrivals if asked to. */
  | { kind: 'expect'; count: number; isRecording: boolean }
  /** Say when `count` have come, counting on. */
  | { kind: 'notify'; count: number }
  | { kind: 'take-arrivals' }
  | { kind: 'count' }

export type FromReceiver =
  | { kind: 'ports'; ports: number[]; blackHolePort: number }
  | { kind: 'expecting' }
  | { kind: 'reached'; count: number; atMs: number }
  | { kind: 'arrivals'; arrivals: Arrival[] }
  | { kind: 'counted'; count: number }
