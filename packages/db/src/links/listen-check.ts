import { randomUUID } from 'node:crypto'
import type { Pool } from 'pg'
import { LINK_CHANGES_CHANNEL } from './link-changes.js'

/** Whether one connection that listens for changes hears what other connections tell. */
export interface ListenCheck {
  isHealthy(): boolean
  /** Whether a notification was a token, of this process or another, and no change. */
  take(payload: string | undefined): boolean
  /** To be called again and again while the connection listens. */
  beat(): void
}

export interface ListenCheckOptions {
  /** Notifies all who listen of a token, on another connection. */
  notifyListenCheck: (token: string) => Promise<void>
  /** Tokens were sent, and none came. */
  onUnhealthy?: () => void
}

/** Between tokens, until one is heard; and how many of them tell that none will be. */
const AGAIN_MS = 1_000
const UNHEALTHY_AFTER_TOKENS = 3

/** Sends tokens until one is heard. That holds for as long as the connection does. */
export function startListenCheck({
  notifyListenCheck,
  onUnhealthy,
}: ListenCheckOptions): ListenCheck {
  const token = `${PREFIX}${randomUUID()}`
  let isHealthy = false
  let sent = 0
  let nextAtMs = 0

  const send = async () => {
    try {
      await notifyListenCheck(token)
      sent += 1
      if (sent === UNHEALTHY_AFTER_TOKENS && !isHealthy) onUnhealthy?.()
    } catch {
      // The database is away just now; the next one may reach it.
    }
  }
  return {
    isHealthy: () => isHealthy,
    take: (payload) => {
      if (payload === token) isHealthy = true
      return payload?.startsWith(PREFIX) === true
    },
    beat: () => {
      if (isHealthy || performance.now() < nextAtMs) return
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
export async function notifyListenCheck(pool: Pick<Pool, 'query'>, token: string): Promise<void> {
  await pool.query('SELECT pg_notify($1, $2)', [LINK_CHANGES_CHANNEL, token])
}
