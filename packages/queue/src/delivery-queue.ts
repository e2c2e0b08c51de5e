import type { QueueBackend } from './backend.js'
import { toJob, type QueueableDelivery } from './delivery-job.js'
import { explainRefusal } from './explain-refusal.js'
import { openQueue, type JobQueue } from './open-queue.js'
import { withLimit } from './with-limit.js'

export type EnqueueOutcome =
  | { added: number }
  /** Not put in the queue, which holds enough (`boundQueue`). */
  | { left: number }
  | { failed: Error }

export interface DeliveryQueue {
  /**
   * Puts a job for each delivery in the queue. Never throws: the row is the truth and the job only a nudge, so
   * a failure is told to `onEnqueueFailed` and forgotten, and the sweeper finds the row.
   *
   * @param budgetMs how long the caller may be kept, in milliseconds
   */
  enqueue(deliveries: QueueableDelivery[], budgetMs?: number): Promise<EnqueueOutcome>
  /**
   * How many jobs wait for a worker or are in one. Delayed ones are not counted.
   *
   * @throws when the backend does not answer within a second
   */
  depth(): Promise<number>
  /**
   * How many jobs wait for their time.
   *
   * @throws when the backend does not answer within a second
   */
  delayed(): Promise<number>
  /** Whether the backend answered last we knew. */
  isReady(): boolean
  close(): Promise<void>
}

export interface DeliveryQueueEvents {
  /** Jobs were not put in the queue. */
  onEnqueueFailed: (error: Error) => void
  /** Something about the backend that the operator should change. */
  onWarning: (message: string) => void
}

/** Jobs in one command, so that none keeps Redis for long. */
const BATCH = 500
const ENQUEUE_BUDGET_MS = 250
const DEPTH_LIMIT_MS = 1_000
const CLOSE_LIMIT_MS = 2_000

/** Opens the producer's side of the delivery queue; works, and says so, with the backend away. */
export function createDeliveryQueue(
  backend: QueueBackend,
  events: DeliveryQueueEvents,
): DeliveryQueue {
  const opened = openQueue(backend, events)
  const readyQueue = () => {
    const queue = opened.current()
    if (queue === null) throw new Error('The queue is away')
    return queue
  }
  return {
    enqueue: async (deliveries, budgetMs = ENQUEUE_BUDGET_MS) => {
      if (deliveries.length === 0) return { added: 0 }
      try {
        const adding = addInBatches(readyQueue(), deliveries)
        return { added: await withLimit(adding, budgetMs, 'Adding jobs') }
      } catch (thrown) {
        const failed = explainRefusal(thrown instanceof Error ? thrown : new Error(String(thrown)))
        events.onEnqueueFailed(failed)
        return { failed }
      }
    },
    depth: () => countJobs(readyQueue, ['waiting', 'active']),
    delayed: () => countJobs(readyQueue, ['delayed']),
    isReady: () => opened.current() !== null,
    close: () =>
      withLimit(opened.close(), CLOSE_LIMIT_MS, 'Closing the queue').catch(() => undefined),
  }
}

async function addInBatches(queue: JobQueue, deliveries: QueueableDelivery[]): Promise<number> {
  for (let start = 0; start < deliveries.length; start += BATCH)
    await queue.addBulk(deliveries.slice(start, start + BATCH).map(toJob))
  return deliveries.length
}

async function countJobs(
  readyQueue: () => JobQueue,
  states: ('waiting' | 'active' | 'delayed')[],
): Promise<number> {
  const asked = readyQueue().getJobCounts(...states)
  const counts = await withLimit(asked, DEPTH_LIMIT_MS, 'Counting jobs')
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
