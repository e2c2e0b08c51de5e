export interface LoadSettings {
  port: number
  connections: number
  requests: string[]
}

export type ToLoad =
  | ({ kind: 'prepare' } & LoadSettings)
  /** Each connection asks again as soon as it is answered. */
  | { kind: 'flood'; seconds: number }
  /** Each request once, on every connection as soon as it is free. */
  | { kind: 'each' }
  /** That many a second, whatever becomes of them. */
  | { kind: 'pace'; seconds: number; perSecond: number }

export type FromLoad =
  | { kind: 'ready' }
  | { kind: 'done'; answers: Record<string, number>; tookMs: number; waitsMs: number[] }
