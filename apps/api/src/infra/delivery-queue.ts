import { oncePer } from '@throughline/core/lib/once-per'
import type { QueueBackend } from '@throughline/queue/backend'
import { boundQueue, QUEUE_BOUND } from '@throughline/queue/bounded-queue'
import { createDeliveryQueue, type DeliveryQueue } from '@throughline/queue/delivery-queue'
import type { Logger } from '@throughline/runtime/logger'
import { Counter, type Registry } from '@throughline/runtime/metrics'

export interface QueueParts {
  backend: QueueBackend
  logger: Logger
  registry: Registry
  bound?: { maxJobs: number; resumeBelow: number }
}

/** Limits the log while the queue is unavailable: every batch of installs fails, many per second. */
const FAILURE_LOG_EVERY_MS = 1_000

export function openQueue({
  backend,
  logger,
  registry,
  bound = QUEUE_BOUND,
}: QueueParts): DeliveryQueue {
  const { failures, left } = createCounters(registry)
  const isTime = oncePer(FAILURE_LOG_EVERY_MS)
  const queue = createDeliveryQueue(backend, {
    onEnqueueFailed: (error) => {
      failures.inc()
      if (isTime())
        logger.warn({ reason: error.message }, 'jobs were not enqueued; the sweeper enqueues them')
    },
    onWarning: (message) => logger.warn(message),
  })
  return boundQueue(queue, {
    ...bound,
    onFull: (jobs) => logger.warn({ jobs }, 'queue full: new deliveries wait in the database'),
    onLeft: (deliveries) => left.inc(deliveries),
  })
}

function createCounters(registry: Registry) {
  return {
    failures: new Counter({
      name: 'throughline_enqueue_failures_total',
      help: 'Jobs that could not be enqueued; the sweeper enqueues the deliveries later',
      registers: [registry],
    }),
    left: new Counter({
      name: 'throughline_enqueue_left_total',
      help: 'Deliveries left to the sweeper because the queue was full',
      registers: [registry],
    }),
  }
}
