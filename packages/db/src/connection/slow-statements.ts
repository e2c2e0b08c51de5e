import type { EventEmitter } from 'node:events'
import type pg from 'pg'

export interface SlowStatement {
  /** Its name, or its text without values, at most 300 characters. */
  statement: string
  /** The time from sending the statement to its result. */
  ms: number
}

interface Running {
  statement: unknown
  startedMs: number
}

/** Reports slow statements. A connection answers in order and sends ReadyForQuery: one listener per connection. */
export function reportSlowStatements(
  pool: pg.Pool,
  thresholdMs: number,
  onSlow: (slow: SlowStatement) => void,
): void {
  pool.on('connect', (client) => {
    const running: Running[] = []
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const timed = (...args: unknown[]): unknown => {
      running.push({ statement: args[0], startedMs: performance.now() })
      return query(...args)
    }
    const endOldest = () => {
      const ended = running.shift()
      if (ended === undefined) return
      const nowMs = performance.now()
      const ms = nowMs - ended.startedMs
      if (ms >= thresholdMs) onSlow({ statement: describe(ended.statement), ms: Math.round(ms) })
      if (running[0] !== undefined) running[0].startedMs = nowMs
    }
    connectionOf(client).on('readyForQuery', endOldest)
    // A statement that timed out gets no ReadyForQuery.
    client.once('end', endOldest)
    Object.assign(client, { query: timed })
  })
}

function connectionOf(client: pg.PoolClient): EventEmitter {
  return (client as unknown as { connection: EventEmitter }).connection
}

const MAX_LENGTH = 300

function describe(statement: unknown): string {
  const { name, text } = typeof statement === 'string' ? { text: statement } : asNamed(statement)
  const shown = name === undefined || name === '' ? (text ?? 'unknown') : name
  return shown.replace(/\s+/g, ' ').trim().slice(0, MAX_LENGTH)
}

function asNamed(statement: unknown): { name?: string; text?: string } {
  return typeof statement === 'object' && statement !== null ? statement : {}
}
