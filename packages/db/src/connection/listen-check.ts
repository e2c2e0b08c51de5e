import { randomUUID } from 'node:crypto'

export interface ListenCheck {
  isHealthy(): boolean
  /** Whether a notification was a token, of this process or another, and no change. */
  take(payload: string | undefined): boolean
  /** Must be called repeatedly while the connection listens. */
  beat(): void
}

export interface ListenCheckOptions {
  /** Sends a token on another connection: a pooler in transaction mode returns a session's own notifications. */
  notifyListenCheck: (token: string) => Promise<void>
  onUnhealthy?: () => void
}

/** The pause between tokens until one arrives, and the number of tokens after which the connection is unhealthy. */
const AGAIN_MS = 1_000
const UNHEALTHY_AFTER_TOKENS = 3

/** Sends tokens until one arrives. The connection then stays healthy for as long as it lasts. */
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
      // The database is unavailable; the next token may reach it.
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

const PREFIX = 'listen-check '
