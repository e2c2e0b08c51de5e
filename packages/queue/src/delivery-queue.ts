import { withTimeout } from '@throughline/core/lib/with-timeout'
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { QueueBackend } from './backend.js'
import { jobIdOf, toJob } from './delivery-job.js'
import { explainRefusal } from './explain-refusal.js'
import { openQueue, type JobQueue, type OpenQueue } from './open-queue.js'

export type EnqueueOutcome =
  | { added: number }
  /** Left to the sweeper because the queue is full (`boundQueue`). */
  | { left: number }
  | { failed: Error }

export interface DeliveryQueue {
  /** Never throws: after a failure, `onEnqueueFailed` is called and the sweeper finds the row. */
  enqueue(deliveries: QueuedDelivery[], budgetMs?: number): Promise<EnqueueOutcome>
  /** Makes the delayed jobs of these due deliveries run now. Never throws. Other jobs stay as they are. */
  promote(deliveries: QueuedDelivery[]): Promise<void>
  /** Removes the jobs of the previous `seq`, except active ones, which end without a request. Never throws. */
  removeSuperseded(deliveries: QueuedDelivery[]): Promise<void>
  /** Counts waiting and active jobs. @throws when the backend does not respond within a second */
  depth(): Promise<number>
  /** Counts delayed jobs. @throws when the backend does not respond within a second */
  delayed(): Promise<number>
  isReady(): boolean
  close(): Promise<void>
}

export interface DeliveryQueueEvents {
  onEnqueueFailed: (error: Error) => void
  onWarning: (message: string) => void
}

/** Jobs per command, so that no command blocks Redis for long. */
const BATCH = 500
const ENQUEUE_BUDGET_MS = 250
const DEPTH_LIMIT_MS = 1_000
/** The sweeper waits for this. A batch takes one to two seconds; PostgreSQL could otherwise block it for minutes. */
const MOVE_LIMIT_MS = 5_000
const CLOSE_LIMIT_MS = 2_000

/** Opens the producer side of the delivery queue. It also opens while the backend is unavailable. */
export function createDeliveryQueue(
  backend: QueueBackend,
  events: DeliveryQueueEvents,
): DeliveryQueue {
  const opened = openQueue(backend, events)
  const readyQueue = () => {
    const queue = opened.current()
    if (queue === null) throw new Error('The queue is not available')
    return queue
  }
  return {
    enqueue: async (deliveries, budgetMs = ENQUEUE_BUDGET_MS) => {
      if (deliveries.length === 0) return { added: 0 }
      try {
        const adding = addInBatches(readyQueue(), deliveries)
        return { added: await withTimeout(adding, budgetMs, 'Adding jobs') }
      } catch (thrown) {
        const error = thrown instanceof Error ? thrown : new Error(String(thrown))
        const failed = explainRefusal(error, backend)
        events.onEnqueueFailed(failed)
        return { failed }
      }
    },
    promote: (deliveries) =>
      forEachJob(opened, deliveries.map(jobIdOf), (queue, id) => queue.backend.promote(id)),
    removeSuperseded: (deliveries) => {
      const ids = deliveries.map(({ deliveryId, seq }) => jobIdOf({ deliveryId, seq: seq - 1 }))
      return forEachJob(opened, ids, (queue, id) => queue.remove(id))
    },
    depth: () => countJobs(readyQueue, ['waiting', 'active']),
    delayed: () => countJobs(readyQueue, ['delayed']),
    isReady: () => opened.current() !== null,
    close: () =>
      withTimeout(opened.close(), CLOSE_LIMIT_MS, 'Closing the queue').catch(() => undefined),
  }
}

async function addInBatches(queue: JobQueue, deliveries: QueuedDelivery[]): Promise<number> {
  for (let start = 0; start < deliveries.length; start += BATCH)
    await queue.addBulk(deliveries.slice(start, start + BATCH).map(toJob))
  return deliveries.length
}

/** One call per job; an error concerns that job alone and is ignored. Stops when the backend does not respond. */
async function forEachJob(
  opened: OpenQueue,
  ids: string[],
  call: (queue: JobQueue, id: string) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const queue = opened.current()
    if (queue === null) return
    const calls = Promise.allSettled(ids.slice(start, start + BATCH).map((id) => call(queue, id)))
    const answered = await withTimeout(calls, MOVE_LIMIT_MS, 'Moving jobs').catch(() => null)
    if (answered === null) return
  }
}

async function countJobs(
  readyQueue: () => JobQueue,
  states: ('waiting' | 'active' | 'delayed')[],
): Promise<number> {
  const asked = readyQueue().getJobCounts(...states)
  const counts = await withTimeout(asked, DEPTH_LIMIT_MS, 'Counting jobs')
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
