import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { LINK_CHANGES_CHANNEL } from './link-changes.js'

/** Whether one connection that listens for changes hears what other connections tell. */
export interface Hearing {
  isProved(): boolean
  /** Whether a notification was a token, of this process or another, and no change. */
  take(payload: string | undefined): boolean
  /** To be called again and again while the connection listens. */
  beat(): void
}

export interface HearingOptions {
  /** Notifies all who listen of a token, on another connection. */
  notifyHearing: (token: string) => Promise<void>
  /** Tokens were sent, and none came. */
  onDeaf?: () => void
}

/** Between tokens, until one is heard; and how many of them tell that none will be. */
const AGAIN_MS = 1_000
const DEAF_TOKENS = 3

/** Sends tokens until one is heard. That holds for as long as the connection does. */
export function proveHearing({ notifyHearing, onDeaf }: HearingOptions): Hearing {
  const token = `${PREFIX}${randomUUID()}`
  let isProved = false
  let sent = 0
  let nextAtMs = 0

  const send = async () => {
    try {
      await notifyHearing(token)
      sent += 1
      if (sent === DEAF_TOKENS && !isProved) onDeaf?.()
    } catch {
      // The database is away just now; the next one may reach it.
    }
  }
  return {
    isProved: () => isProved,
    take: (payload) => {
      if (payload === token) isProved = true
      return payload?.startsWith(PREFIX) === true
    },
    beat: () => {
      if (isProved || performance.now() < nextAtMs) return
      nextAtMs = performance.now() + AGAIN_MS
      void send()
    },
  }
}

const PREFIX = 'hearing '

/**
 * Notifies all who listen for changes of a token. Not on the connection that is to hear it: a pooler in transaction
 * mode gives a session back what it has told itself, and nothing else.
 */
export async function notifyHearing(pool: Pick<Pool, 'query'>, token: string): Promise<void> {
  await pool.query('SELECT pg_notify($1, $2)', [LINK_CHANGES_CHANNEL, token])
}
