import { withTimeout } from '@throughline/core/lib/with-timeout'
import pg from 'pg'
import { startListenCheck, type ListenCheckOptions } from './listen-check.js'

export interface Listener {
  /** Whether every notification has arrived that was committed more than about a second ago. */
  isCurrent(): boolean
  /** Whether the connection holds its advisory lock, shared. */
  setLocked(isLocked: boolean): void
  close(): Promise<void>
}

export interface Subscription {
  channel: string
  onNotification: (payload: string | undefined) => void
  /** Notifications may have been missed: at every (re)connect. */
  onConnected: () => void
}

export interface ListenerOptions extends ListenCheckOptions {
  /** The URL of PostgreSQL, not of a pooler: in transaction mode a pooler delivers no notifications. */
  url: string
  subscriptions: readonly Subscription[]
  /** The id of the advisory lock of `setLocked`. The lock ends with the connection. */
  lockId?: number
  onLost?: (error: Error) => void
}

const HEARTBEAT_MS = 250
/** An answered heartbeat proves that all earlier notifications have arrived. */
const CURRENT_MS = 1_000
const STALLED_MS = 3_000
const CONNECT_MS = 1_500
const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 1_000

/** Listens and reconnects; never throws. Heartbeats reveal a dead connection, tokens a pooler without notifications. */
export function openListener(options: ListenerOptions): Listener {
  let connection: Connection | null = null
  let retryMs = FIRST_RETRY_MS
  let retry: NodeJS.Timeout | undefined
  let isLocked = false
  let isClosed = false

  const start = () => {
    const started = openConnection(options, (error) => {
      if (connection !== started) return
      connection = null
      if (isClosed) return
      options.onLost?.(error)
      retry = setTimeout(start, retryMs).unref()
      retryMs = Math.min(retryMs * 2, LONGEST_RETRY_MS)
    })
    connection = started
  }
  const heartbeat = setInterval(() => {
    connection?.beat(isLocked)
    if (connection?.isCurrent() === true) retryMs = FIRST_RETRY_MS
  }, HEARTBEAT_MS).unref()
  start()
  return {
    isCurrent: () => connection?.isCurrent() ?? false,
    setLocked: (value) => {
      isLocked = value
    },
    close: async () => {
      isClosed = true
      clearInterval(heartbeat)
      clearTimeout(retry)
      await connection?.end()
    },
  }
}

interface Connection {
  isCurrent(): boolean
  beat(isLocked: boolean): void
  end(): Promise<void>
}

function openConnection(options: ListenerOptions, onLost: (error: Error) => void): Connection {
  const listenCheck = startListenCheck(options)
  const client = clientFor(options.url)
  let confirmedAtMs = Number.NEGATIVE_INFINITY
  let sentAtMs: number | null = performance.now()
  let holdsLock = false
  let isOver = false

  const lose = (error: Error) => {
    if (isOver) return
    isOver = true
    // With an unanswered statement, this closes the socket instead of waiting.
    void client.end().catch(() => undefined)
    onLost(error)
  }
  client.on('error', lose)
  client.on('end', () => lose(new Error('The connection that listens for changes has ended')))
  client.on('notification', ({ channel, payload }) => {
    if (listenCheck.take(payload)) return
    for (const each of options.subscriptions)
      if (each.channel === channel) each.onNotification(payload)
  })
  const send = async (statement: string) => {
    const startedAtMs = performance.now()
    sentAtMs = startedAtMs
    await client.query(statement)
    sentAtMs = null
    confirmedAtMs = startedAtMs
  }
  const listen = async () => {
    await client.connect()
    await send(options.subscriptions.map(({ channel }) => `LISTEN ${channel}`).join('; '))
    for (const { onConnected } of options.subscriptions) onConnected()
  }
  const beat = (isLocked: boolean) => {
    if (isOver) return
    if (sentAtMs !== null) {
      if (performance.now() - sentAtMs > STALLED_MS)
        lose(new Error('The LISTEN connection did not respond'))
      return
    }
    listenCheck.beat()
    const { lockId } = options
    const isChanged = lockId !== undefined && isLocked !== holdsLock
    const statement = isChanged ? lockStatement(lockId, isLocked) : 'SELECT 1'
    holdsLock = isLocked
    send(statement).catch(lose)
  }
  listen().catch(lose)
  return {
    isCurrent: () =>
      !isOver && listenCheck.isHealthy() && performance.now() - confirmedAtMs < CURRENT_MS,
    beat,
    end: async () => {
      isOver = true
      await withTimeout(client.end(), END_MS, 'Closing the connection').catch(() => undefined)
    },
  }
}

function clientFor(url: string): pg.Client {
  return new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
  })
}

function lockStatement(lockId: number, isLocked: boolean): string {
  return `SELECT pg_advisory_${isLocked ? 'lock' : 'unlock'}_shared(${lockId})`
}

const END_MS = 500
