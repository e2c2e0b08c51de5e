import type { KeyRing } from '@throughline/core/security/key-ring'
import { createBatcher, type Batcher } from '@throughline/db/batch/batcher'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { deferSweep, type Deferral } from '@throughline/db/deliveries/defer-sweep'
import {
  openListeningPublisher,
  type ListeningPublisher,
} from '@throughline/db/stream/listening-publisher'
import { recordResults, type RecordOutcome } from '@throughline/db/deliveries/record-results'
import type { AttemptResult } from '@throughline/db/deliveries/attempt-result'
import { chooseBackend, type QueueBackend } from '@throughline/queue/backend'
import { createDeliveryQueue, type DeliveryQueue } from '@throughline/queue/delivery-queue'
import { createLogger, type Logger } from '@throughline/runtime/logger'
import {
  addPoolMetrics,
  addQueueMetrics,
  createRegistry,
  type Registry,
} from '@throughline/runtime/metrics'
import type { Tracing } from '@throughline/runtime/tracing'
import type { Config } from './config.js'
import { batchFill, createClaims, type Claims, type ClaimSettings } from './deliveries/claims.js'
import {
  createConcurrencyLimiter,
  type ConcurrencyLimiter,
} from './deliveries/concurrency-limiter.js'
import { createGuardedAgent, type GuardedAgent } from './deliveries/guarded-agent.js'
import { createRecordingBreaker, type RecordingBreaker } from './deliveries/recording-breaker.js'
import { createRetryCapacity, type RetryCapacity } from './deliveries/retry-capacity.js'
import { createWebhookSecrets, type WebhookSecrets } from './deliveries/webhook-secrets.js'
import { createMetrics, type WorkerMetrics } from './metrics.js'

export interface WorkerContext {
  config: Config
  logger: Logger
  registry: Registry
  metrics: WorkerMetrics
  activity: Activity
  database: Database
  backend: QueueBackend
  queue: DeliveryQueue
  retryCapacity: RetryCapacity
  keyRing: KeyRing
  secrets: WebhookSecrets
  agent: GuardedAgent
  limiter: ConcurrencyLimiter
  /** Claims are batched: one statement for many jobs. */
  claims: Claims
  results: Batcher<AttemptResult, RecordOutcome>
  deferrals: Batcher<Deferral, boolean>
  breaker: RecordingBreaker
  /** Notifies the streams of the API of attempts. */
  publisher: ListeningPublisher
  /** Null: off. */
  tracing: Tracing | null
  close(): Promise<void>
}

export function createContext(
  config: Config,
  overrides: Partial<WorkerContext> = {},
): WorkerContext {
  const logger = overrides.logger ?? createLogger({ name: 'worker', level: config.logLevel })
  const { keyRing, proxyUrl } = config.secrets
  const database = overrides.database ?? connectDatabase(config, logger)
  const registry = overrides.registry ?? createRegistry()
  const activity = createActivity()
  const metrics = createMetrics(registry, () => activity.inFlight())
  const backend = overrides.backend ?? chooseBackend(config.secrets)
  const queue = overrides.queue ?? makeQueue(backend, logger, metrics)
  addPoolMetrics(registry, database.pool)
  addQueueMetrics(registry, queue)
  const { policy, timeoutMs, concurrency, maxPerWebhook } = config.delivery
  const breaker = createRecordingBreaker({ logger })
  const publisher = overrides.publisher ?? openPublisher(config, database, logger)
  const agent = overrides.agent ?? createGuardedAgent({ policy, proxyUrl, timeoutMs })
  return {
    config,
    logger,
    registry,
    metrics,
    activity,
    database,
    backend,
    queue,
    retryCapacity: createRetryCapacity(queue),
    keyRing,
    secrets: createWebhookSecrets(keyRing),
    agent,
    limiter: createConcurrencyLimiter({ maxInFlight: concurrency, maxPerWebhook }),
    ...groupCommits(database, { ...config.delivery, breaker }),
    breaker,
    publisher,
    tracing: null,
    close: async () => {
      await agent.close()
      await queue.close()
      await publisher.close()
      await database.close()
      await overrides.tracing?.close()
    },
    ...overrides,
  }
}

interface GroupCommitSettings extends ClaimSettings {
  breaker: RecordingBreaker
}

function groupCommits(database: Database, { breaker, ...delivery }: GroupCommitSettings) {
  return {
    claims: createClaims(database, delivery),
    results: createBatcher({
      run: (results: AttemptResult[]) => breaker.watch(() => recordResults(database, results)),
      ...batchFill(delivery.concurrency),
    }),
    deferrals: createBatcher({
      run: async (deferrals: Deferral[]) => {
        await deferSweep(database, deferrals)
        return deferrals.map(() => true)
      },
      maxWaitMs: 5,
    }),
  }
}

/** A longer statement would outlive the leases that it works on. */
const STATEMENT_TIMEOUT_MS = 10_000

function connectDatabase(config: Config, logger: Logger): Database {
  return openDatabase({
    url: config.secrets.databaseUrl,
    ...config.database,
    onSlowStatement: (slow) => logger.warn(slow, 'slow statement'),
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onIdleError: (error) => logger.warn({ err: error }, 'idle database connection closed'),
  })
}

function openPublisher(config: Config, { prisma }: Database, logger: Logger): ListeningPublisher {
  return openListeningPublisher({
    db: prisma,
    url: config.secrets.databaseDirectUrl,
    onError: (error) => logger.debug({ err: error }, 'notification of a stream was lost'),
  })
}

function makeQueue(backend: QueueBackend, logger: Logger, metrics: WorkerMetrics): DeliveryQueue {
  return createDeliveryQueue(backend, {
    onEnqueueFailed: (error) => {
      metrics.enqueueFailures.inc()
      logger.warn({ reason: error.message }, 'jobs were not enqueued; the sweeper enqueues them')
    },
    onWarning: (message) => logger.warn(message),
  })
}

export interface Activity {
  inFlight(): number
  secondsSinceClaim(): number
  /** Also called for deferred jobs: a worker that receives jobs is healthy. */
  claimed(): void
  began(): void
  ended(): void
}

export function createActivity(nowMs: () => number = () => performance.now()): Activity {
  let inFlight = 0
  let lastClaimMs = nowMs()
  return {
    inFlight: () => inFlight,
    secondsSinceClaim: () => (nowMs() - lastClaimMs) / 1_000,
    claimed: () => {
      lastClaimMs = nowMs()
    },
    began: () => {
      inFlight += 1
    },
    ended: () => {
      inFlight -= 1
    },
  }
}
