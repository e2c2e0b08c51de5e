import { oncePer } from '@throughline/core/lib/once-per'
import { createPostgresBackend, Queue, type IQueueBackend } from 'bullmq'
import {
  CONNECT_TIMEOUT_MS,
  DELIVERY_QUEUE,
  keyPrefix,
  type PostgresqlBackend,
  type QueueBackend,
  type RedisBackend,
} from './backend.js'
import { connectRedis, type RedisClient } from './connect-redis.js'
import { ErrorTolerantClient } from './error-tolerant-client.js'
import { refusalKind, REMEDIES } from './explain-refusal.js'
import { checkRedis } from './redis-check.js'

export type JobQueue = Pick<Queue, 'addBulk' | 'close' | 'getJobCounts' | 'remove'> & {
  backend: Pick<IQueueBackend, 'promote'>
}

export interface OpenQueue {
  current(): JobQueue | null
  close(): Promise<void>
}

export interface OpenQueueEvents {
  onWarning: (message: string) => void
}

const REOPEN_AFTER_MS = 1_000

/** Works while the backend is unavailable: nothing here waits for a connection or throws. */
export function openQueue(backend: QueueBackend, events: OpenQueueEvents): OpenQueue {
  return backend.kind === 'redis' ? openOnRedis(backend, events) : openOnPostgresql(backend, events)
}

// BullMQ fails fast only on an existing, ready connection; with options it waits for Redis forever. It never forgets
// that its first command timed out, so such a queue is discarded.
function openOnRedis(backend: RedisBackend, events: OpenQueueEvents): OpenQueue {
  const redis = connectRedis(backend.url, {
    isFailFast: true,
    maxRetriesPerRequest: 1,
    commandTimeout: 500,
    connectTimeout: CONNECT_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  })
  let queue: JobQueue | null = null
  let isOpening = false
  let timer: NodeJS.Timeout | undefined

  const open = async () => {
    if (queue !== null || isOpening) return
    isOpening = true
    const candidate = redisQueue(redis, keyPrefix(backend))
    try {
      await candidate.waitUntilReady()
      queue = candidate
    } catch {
      candidate.close().catch(ignoreError)
      timer = setTimeout(() => {
        if (redis.status === 'ready') void open()
      }, REOPEN_AFTER_MS)
    } finally {
      isOpening = false
    }
  }
  redis.on('error', warnOfRefusals(events))
  redis.on('ready', () => {
    void open()
    checkRedis(redis, keyPrefix(backend)).then(
      ({ problems }) => problems.forEach(events.onWarning),
      ignoreError,
    )
  })
  return {
    current: () => (redis.status === 'ready' ? queue : null),
    close: async () => {
      clearTimeout(timer)
      await queue?.close()
      redis.disconnect()
    },
  }
}

const WARN_EVERY_MS = 30_000

/** Other errors of a connection reach the caller of each operation. */
function warnOfRefusals({ onWarning }: OpenQueueEvents): (error: Error) => void {
  const isTime = oncePer(WARN_EVERY_MS)
  return (error) => {
    const kind = refusalKind(error)
    if (kind !== null && isTime()) onWarning(REMEDIES[kind])
  }
}

/** BullMQ never forgets that its tables were missing, so a queue that found no database is discarded. */
function openOnPostgresql(backend: PostgresqlBackend, events: OpenQueueEvents): OpenQueue {
  let queue: JobQueue | null = null
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let isWarned = false

  const open = async () => {
    const candidate = postgresqlQueue(backend)
    try {
      await candidate.waitUntilReady()
      if (isClosed) await candidate.close()
      else queue = candidate
    } catch (error) {
      candidate.close().catch(ignoreError)
      if (isClosed) return
      if (!isWarned && isMissingSchema(error)) events.onWarning(MISSING_SCHEMA)
      isWarned ||= isMissingSchema(error)
      timer = setTimeout(() => void open(), REOPEN_AFTER_MS)
    }
  }
  const opening = open()
  return {
    current: () => queue,
    close: async () => {
      isClosed = true
      clearTimeout(timer)
      await opening
      await queue?.close()
    },
  }
}

export const MISSING_SCHEMA =
  'The queue has no tables in this database; run: npm run -s cli -- migrate'

export function isMissingSchema(error: unknown): boolean {
  return error instanceof Error && error.name === 'SchemaMigrationRequiredError'
}

function redisQueue(redis: RedisClient, prefix: string) {
  const queue = new Queue(DELIVERY_QUEUE, { connection: redis, prefix, skipWaitingForReady: true })
  queue.on('error', ignoreError)
  return queue
}

function postgresqlQueue(backend: PostgresqlBackend) {
  const queue = new Queue(
    DELIVERY_QUEUE,
    { connection: queueConnection(backend) },
    createPostgresBackend,
  )
  queue.on('error', ignoreError)
  return queue
}

// BullMQ notifies workers, and PostgreSQL commits notifying transactions one after another. With a flush in each, all
// would wait for the disk. A crash loses only jobs, which the sweeper adds again.
export function queueConnection({ connectionString }: PostgresqlBackend) {
  return {
    connectionString,
    max: 2,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    Client: ErrorTolerantClient,
    options: '-c synchronous_commit=off',
  }
}

function ignoreError(): void {
  // An emitter without a listener would end the process. Failures reach the caller of each operation.
}
