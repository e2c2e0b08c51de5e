import type { QueueBackend } from '@throughline/queue/backend'

export interface CeilingSettings {
  backend: QueueBackend
  concurrency: number
  payload: string
  webhooks: { id: number; url: string; secret: string }[]
}

export type ToCeiling = { kind: 'expect'; count: number }
export type FromCeiling = { kind: 'ready' } | { kind: 'expecting' } | { kind: 'done'; atMs: number }
