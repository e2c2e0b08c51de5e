export interface LoadSettings {
  port: number
  connections: number
  requests: string[]
}

export type ToLoad =
  | ({ kind: 'prepare' } & LoadSettings)
  /** Each connection sends the next request after each response. */
  | { kind: 'flood'; seconds: number }
  /** Each request once, on every connection as soon as it is free. */
  | { kind: 'each' }
  /** A fixed rate per second, independent of responses. */
  | { kind: 'pace'; seconds: number; perSecond: number }

export type FromLoad =
  | { kind: 'ready' }
  | { kind: 'done'; answers: Record<string, number>; tookMs: number; waitsMs: number[] }
