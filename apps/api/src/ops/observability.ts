import type { Database } from '@throughline/db/connection/database'
import type { DeliveryQueue } from '@throughline/queue/delivery-queue'
import { createDueMetrics } from '@throughline/runtime/due-metrics'
import { createAccessLogger, type Logger } from '@throughline/runtime/logger'
import { addPoolMetrics, addQueueMetrics, type Registry } from '@throughline/runtime/metrics'
import type { Config } from '../config.js'
import { createAccessLog, type AccessLog } from '../http/access-log.js'
import type { LinkStore } from '../domain/links/link-store.js'
import { createApiMetrics, type ApiMetrics } from './api-metrics.js'
import { createDueSampler } from './sample-due.js'

export interface Observability {
  metrics: ApiMetrics
  accessLog: AccessLog
  flush: () => void
}

export interface ObservedParts {
  config: Config
  registry: Registry
  database: Database
  queue: DeliveryQueue
  linkStore: LinkStore
}

export function openObservability(parts: ObservedParts, logger: Logger | undefined): Observability {
  const { config, registry, database, queue, linkStore } = parts
  addPoolMetrics(registry, database.pool)
  addQueueMetrics(registry, queue)
  createDueMetrics(
    registry,
    createDueSampler(database, () => linkStore.isDatabaseAway()),
  )
  const log =
    logger === undefined
      ? createAccessLogger({ name: 'api', level: config.logLevel })
      : { logger, flush: () => undefined }
  return {
    metrics: createApiMetrics(registry),
    accessLog: createAccessLog(log.logger),
    flush: log.flush,
  }
}
