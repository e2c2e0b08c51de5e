import { createHash, randomBytes } from 'node:crypto'

export interface SpanIds {
  /** 32 hex digits. */
  traceId: string
  /** 16 hex digits. */
  spanId: string
}

const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}$/

/** Reads a header of W3C Trace Context, version 00. Null if it is invalid. */
export function parseTraceparent(text: string): SpanIds | null {
  const [, traceId, spanId] = TRACEPARENT.exec(text) ?? []
  return traceId === undefined || spanId === undefined ? null : { traceId, spanId }
}

/** The context of a sampled span as a header of W3C Trace Context. */
export function formatTraceparent({ traceId, spanId }: SpanIds): string {
  return `00-${traceId}-${spanId}-01`
}

export function newTraceIds(): SpanIds {
  return { traceId: randomBytes(16).toString('hex'), spanId: randomBytes(8).toString('hex') }
}

/** The ids of a click's span, from its id's hash: an install names them without a column, and no trace has the id. */
export function traceIdsOfClick(clickId: string): SpanIds {
  const hash = createHash('sha256').update(clickId).digest('hex')
  return { traceId: hash.slice(0, 32), spanId: hash.slice(32, 48) }
}

/** The context of a new span below `parent`. @param parent a valid traceparent */
export function childOf(parent: string): string {
  const traceId = parent.slice(3, 35)
  return formatTraceparent({ traceId, spanId: randomBytes(8).toString('hex') })
}
