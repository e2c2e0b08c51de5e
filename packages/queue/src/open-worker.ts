import { setTimeout as sleep } from 'node:timers/promises'
import {
  createPostgresBackend,
  createRedisBackend,
  Worker,
  type IQueueBackend,
  type Processor,
} from 'bullmq'
import { Redis } from 'ioredis'
import {
  CONNECT_TIMEOUT_MS,
  DELIVERY_QUEUE,
  keyPrefix,
  type PostgresqlBackend,
  type QueueBackend,
  type RedisBackend,
} from './backend.js'
import { ErrorTolerantClient } from './error-tolerant-client.js'
import type { DeliveryJobData } from './delivery-job.js'
import { refusalKind } from './explain-refusal.js'
import { backoffStrategy } from './job-outcome.js'

export type DeliveryProcessor = Processor<DeliveryJobData, void>

/** BullMQ's worker, the same on both backends. */
export interface OpenedWorker {
  worker: Pick<Worker, 'close' | 'disconnect' | 'pause' | 'run' | 'waitUntilReady'>
  /** Whether its backend is there and lets it take jobs. */
  isConnected(): boolean
  /** Ends the connections at once, whatever is under way. */
  abandon(): void
}

interface WorkerSettings {
  concurrency: number
  onError: (error: Error) => void
}

/** Opens BullMQ's worker, not yet running. */
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
  // A dead worker's job keeps its id taken, so the sweeper cannot replace it. It is back within lockDuration and two
  // stalledIntervals (all workers share one check): 16 s, before the 17 s lease on its row ends.
  lockDuration: 10_000,
  stalledInterval: 3_000,
  // A stall costs no attempt, but too many of them would remove the job.
  maxStalledCount: 20,
  // After a lost connection BullMQ would wait 15 s before its next fetch.
  runRetryDelay: 1_000,
  settings: { backoffStrategy },
}

function onRedis(
  backend: RedisBackend,
  settings: WorkerSettings,
  processor: DeliveryProcessor,
): OpenedWorker {
  const redis = new Redis(backend.url, {
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_TIMEOUT_MS,
    // BullMQ's own strategy took 18 s to notice that Redis was back.
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
      restAfterErrors(createRedisBackend(name, options, extra), refusals.saw),
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

/**
 * How BullMQ's worker connects to PostgreSQL. Each of its fetches first moves all delayed jobs that are due, in the
 * order in which its plan happens to find them; two connections of which one reads the index and the other the table
 * lock each other's rows crosswise, and nothing is fetched until PostgreSQL notices, a second later. By index alone the
 * order is that of their times, for all.
 *
 * Commits do not wait for the disk: a crash of PostgreSQL takes back the last moves of jobs, no delivery, and a job whose
 * delivery has ended ends without a request. A flush for each move would bound all moves to some hundreds a second.
 */
export function workerConnection({ connectionString }: PostgresqlBackend) {
  return {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    options: '-c enable_seqscan=off -c enable_bitmapscan=off -c synchronous_commit=off',
  }
}

/** How long a refused fetch rests, in milliseconds. */
const REST_MS = 250

/**
 * A backend whose fetch rests after an error: a PostgreSQL that refuses (starting up, too many connections) and a Redis
 * that does (full) are no lost connection to BullMQ, which would ask again without a pause.
 *
 * @param saw told of each fetch: its error, or null
 */
function restAfterErrors<Backend extends IQueueBackend>(
  backend: Backend,
  saw: (error: unknown) => void = () => undefined,
): Backend {
  const fetch = backend.moveToActive.bind(backend)
  backend.moveToActive = async (token, workerName) => {
    try {
      const fetched: unknown[] = await fetch(token, workerName)
      saw(null)
      return fetched
    } catch (error) {
      saw(error)
      await sleep(REST_MS)
      throw error
    }
  }
  return backend
}

const createTolerantBackend: typeof createPostgresBackend = (name, options, extra) =>
  restAfterErrors(createPostgresBackend(name, options, extra))

/** A refusal counts for so long, in milliseconds: a fetch that waits for jobs asks every 5 s. */
const REFUSAL_COUNTS_MS = 10_000

/**
 * Whether Redis refuses jobs because of its own state. A replica does not count: its worker may find the primary when it
 * is started anew, which the others would gain nothing by.
 */
function watchRefusals() {
  let refusedAtMs = -Infinity
  return {
    isRefused: () => performance.now() - refusedAtMs < REFUSAL_COUNTS_MS,
    saw: (error: unknown) => {
      const kind = refusalKind(error)
      refusedAtMs = kind === null || kind === 'READONLY' ? -Infinity : performance.now()
    },
  }
}
