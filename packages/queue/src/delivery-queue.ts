import { withTimeout } from '@throughline/core/lib/with-timeout'
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { QueueBackend } from './backend.js'
import { jobIdOf, toJob } from './delivery-job.js'
import { explainRefusal } from './explain-refusal.js'
import { openQueue, type JobQueue, type OpenQueue } from './open-queue.js'

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
  enqueue(deliveries: QueuedDelivery[], budgetMs?: number): Promise<EnqueueOutcome>
  /**
   * Lets the jobs of these deliveries run now where they are delayed: their rows are due. Never throws; a job that is
   * not delayed, or not there, stays as it is.
   */
  promote(deliveries: QueuedDelivery[]): Promise<void>
  /**
   * Removes the jobs of the `seq` before, unless they are running. Never throws: a job that stays ends without a
   * request when its time comes.
   */
  removeSuperseded(deliveries: QueuedDelivery[]): Promise<void>
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
/** The sweeper waits for it. A batch takes a second or two, and PostgreSQL gone without a word would keep it for minutes. */
const MOVE_LIMIT_MS = 5_000
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
        return { added: await withTimeout(adding, budgetMs, 'Adding jobs') }
      } catch (thrown) {
        const failed = explainRefusal(thrown instanceof Error ? thrown : new Error(String(thrown)))
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

/** One call for each job; a failure concerns that job alone and is ignored. Ends when the backend does not answer. */
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
