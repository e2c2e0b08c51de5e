export const HOT_PATHS = ['click', 'install', 'delivery', 'delivery-postgresql'] as const
export type HotPath = (typeof HOT_PATHS)[number]

export interface Slice {
  perSecond: number
  seconds: number
  /** CPU of the API or the worker, user and system, for each answer or delivery. */
  cpuMicros: number
}

export type FromSlices = { kind: 'ready' } | { kind: 'slice'; slice: Slice } | { kind: 'closed' }
export type ToSlices = { kind: 'measure' } | { kind: 'close' }
