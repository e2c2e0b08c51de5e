import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPostgresBackend,
  createRedisBackend,
  Worker,
  type IQueueBackend,
  type PostgresQueueBackend,
  type Processor,
} from 'bullmq'
import {
  CONNECT_TIMEOUT_MS,
  DELIVERY_QUEUE,
  keyPrefix,
  type PostgresqlBackend,
  type QueueBackend,
  type RedisBackend,
} from './backend.js'
import { connectRedis } from './connect-redis.js'
import { ErrorTolerantClient } from './error-tolerant-client.js'
import type { DeliveryJobData } from './delivery-job.js'
import { refusalKind } from './explain-refusal.js'
import { backoffStrategy } from './job-outcome.js'

export type DeliveryProcessor = Processor<DeliveryJobData, void>

export interface OpenedWorker {
  worker: Pick<Worker, 'close' | 'disconnect' | 'pause' | 'run' | 'waitUntilReady'>
  isConnected(): boolean
  abandon(): void
}

interface WorkerSettings {
  concurrency: number
  onError: (error: Error) => void
}

export function openWorker(
  backend: QueueBackend,
  settings: WorkerSettings,
  processor: DeliveryProcessor,
): OpenedWorker {
  return backend.kind === 'redis'
    ? onRedis(backend, settings, processor)
    : onPostgresql(backend, settings, processor)
}

const COMMON = {
  autorun: false,
  // A dead worker's job returns within lockDuration and two stalledIntervals: 16 s, before its 17 s lease ends.
  lockDuration: 10_000,
  stalledInterval: 3_000,
  // A stall costs no attempt, but too many would remove the job.
  maxStalledCount: 20,
  // After a lost connection BullMQ would wait 15 s for its next fetch.
  runRetryDelay: 1_000,
  settings: { backoffStrategy },
}

function onRedis(
  backend: RedisBackend,
  settings: WorkerSettings,
  processor: DeliveryProcessor,
): OpenedWorker {
  const redis = connectRedis(backend.url, {
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // BullMQ's own strategy took 18 s to reconnect.
    retryStrategy: (times) => Math.min(times * 100, 1_000),
  })
  const refusals = watchRefusals()
  const worker = new Worker(
    DELIVERY_QUEUE,
    processor,
    {
      ...COMMON,
      connection: redis,
      prefix: keyPrefix(backend),
      concurrency: settings.concurrency,
    },
    (name, options, extra) =>
      restAfterErrors(
        watchWaits(createRedisBackend(name, options, extra), refusals.onRefusal),
        refusals.onFetch,
      ),
  )
  redis.on('error', () => undefined)
  worker.on('error', settings.onError)
  return {
    worker,
    isConnected: () => redis.status === 'ready' && !refusals.isRefused(),
    abandon: () => {
      worker.disconnect().catch(() => undefined)
      redis.disconnect()
    },
  }
}

function onPostgresql(
  backend: PostgresqlBackend,
  settings: WorkerSettings,
  processor: DeliveryProcessor,
): OpenedWorker {
  const worker = new Worker(
    DELIVERY_QUEUE,
    processor,
    {
      ...COMMON,
      connection: {
        ...workerConnection(backend),
        max: 4,
        Client: ErrorTolerantClient,
      },
      concurrency: settings.concurrency,
    },
    createTolerantBackend,
  )
  worker.on('error', settings.onError)
  return {
    worker,
    isConnected: () => true,
    abandon: () => void worker.disconnect().catch(() => undefined),
  }
}

// Two fetches with different plans may lock rows in different order and deadlock, so only the index is allowed. Commits
// do not wait for the disk: a crash undoes moves of jobs but no delivery.
export function workerConnection({ connectionString }: PostgresqlBackend) {
  return {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: '-c enable_seqscan=off -c enable_bitmapscan=off -c synchronous_commit=off',
  }
}

const REST_MS = 250

/** Pauses after a failed fetch. BullMQ would retry immediately while PostgreSQL rejects statements or Redis is full. */
function restAfterErrors<Backend extends IQueueBackend>(
  backend: Backend,
  onFetch: (error: unknown) => void = () => undefined,
): Backend {
  const fetch = backend.moveToActive.bind(backend)
  backend.moveToActive = async (token, workerName) => {
    try {
      const fetched: unknown[] = await fetch(token, workerName)
      onFetch(null)
      return fetched
    } catch (error) {
      onFetch(error)
      await sleep(REST_MS)
      throw error
    }
  }
  return backend
}

/** An idle worker fetches only after a wait that succeeds. */
function watchWaits<Backend extends IQueueBackend>(
  backend: Backend,
  onRefusal: (error: unknown) => void,
): Backend {
  const wait = backend.waitForJob.bind(backend)
  backend.waitForJob = async (blockTimeout) => {
    try {
      return await wait(blockTimeout)
    } catch (error) {
      onRefusal(error)
      await sleep(REST_MS)
      throw error
    }
  }
  return backend
}

const createTolerantBackend: typeof createPostgresBackend = (name, options, extra) =>
  restAfterErrors(checkLocksByDatabaseClock(createPostgresBackend(name, options, extra)))

const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint'

/** A second more than a lock lasts: clocks that are right differ by milliseconds. */
const SHORTEN_LOCKS = `UPDATE job SET locked_until_ms = ${NOW_MS} + $2::bigint
  WHERE (queue, id) IN (
    SELECT queue, id FROM job
     WHERE queue = $1 AND state = 'active' AND locked_until_ms > ${NOW_MS} + $2::bigint + 1000
       FOR UPDATE SKIP LOCKED)`

const CHECK_LOCKS = `SELECT id FROM move_stalled_jobs_to_wait($1, $2, ${NOW_MS}, $3) AS t(id)`

/**
 * BullMQ takes the time of a check from its process and stores it. A process whose clock is ahead would stop the checks
 * of all others until that time, also after its end. The locks that it takes end too late as well.
 */
function checkLocksByDatabaseClock(backend: PostgresQueueBackend): PostgresQueueBackend {
  const { connection } = backend
  const { lockDuration, maxStalledCount, stalledInterval } = COMMON
  backend.moveStalledJobsToWait = async () => {
    await connection.waitUntilReady()
    if (connection.isClosing) return []
    await connection.pool.query(SHORTEN_LOCKS, [DELIVERY_QUEUE, lockDuration])
    const settings = [DELIVERY_QUEUE, maxStalledCount, stalledInterval]
    const { rows } = await connection.pool.query(CHECK_LOCKS, settings)
    return rows.map(({ id }) => String(id))
  }
  return backend
}

/** How long a rejection counts. A fetch that waits for jobs returns every 5 s. */
const REFUSAL_COUNTS_MS = 10_000

function watchRefusals() {
  let refusedAtMs = -Infinity
  const onRefusal = (error: unknown) => {
    if (refusalKind(error) !== null) refusedAtMs = performance.now()
  }
  return {
    isRefused: () => performance.now() - refusedAtMs < REFUSAL_COUNTS_MS,
    onRefusal,
    onFetch: (error: unknown) => {
      refusedAtMs = -Infinity
      onRefusal(error)
    },
  }
}
