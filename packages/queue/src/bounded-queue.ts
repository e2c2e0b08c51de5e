import type { DeliveryQueue } from './delivery-queue.js'

export interface QueueBound {
  /** With this many jobs waiting or active, no more are added. */
  maxJobs: number
  resumeBelow: number
  onFull: (jobs: number) => void
  onLeft: (deliveries: number) => void
  nowMs?: () => number
}

/**
 * 100,000 jobs take 91 MB of Redis. Once full, jobs are added again below 5,000, so that the sweeper, which enqueues the
 * rest below 20,000, gets its turn (ADR 37).
 */
export const QUEUE_BOUND = { maxJobs: 100_000, resumeBelow: 5_000 } as const

/** Maximum age of the count while jobs are added. */
const COUNT_EVERY_MS = 1_000
const RESET_AFTER_MS = 5_000

/** While the queue is full, deliveries are left to the sweeper. Jobs are counted once a second while any are added. */
export function boundQueue(queue: DeliveryQueue, bound: QueueBound): DeliveryQueue {
  const count = createCount(bound)
  const { onLeft, nowMs = () => performance.now() } = bound
  let lastEnqueueMs = -Infinity
  let lastCountMs = -Infinity

  const countJobs = async () => {
    const correct = count.beginCount()
    correct(await queue.depth())
  }
  return {
    ...queue,
    enqueue: async (deliveries, budgetMs) => {
      if (deliveries.length === 0) return { added: 0 }
      const now = nowMs()
      if (now - lastEnqueueMs >= RESET_AFTER_MS) count.reset()
      lastEnqueueMs = now
      if (now - lastCountMs >= COUNT_EVERY_MS) {
        lastCountMs = now
        // If counting fails, the queue counts as not full. An unavailable queue rejects the add anyway.
        countJobs().catch(() => count.reset())
      }
      if (count.isFull()) {
        onLeft(deliveries.length)
        return { left: deliveries.length }
      }
      count.add(deliveries.length)
      const outcome = await queue.enqueue(deliveries, budgetMs)
      if (!('added' in outcome)) count.add(-deliveries.length)
      return outcome
    },
  }
}

function createCount({ maxJobs, resumeBelow, onFull }: QueueBound) {
  let found = 0
  let added = 0
  let isFull = false
  const update = () => {
    const wasFull = isFull
    isFull = found + added >= (wasFull ? resumeBelow : maxJobs)
    if (isFull && !wasFull) onFull(found + added)
  }
  return {
    isFull: () => isFull,
    add: (jobs: number) => {
      added += jobs
      update()
    },
    /** Jobs added after this may already be in the result. They count twice until the next count. */
    beginCount: () => {
      const before = added
      return (jobs: number) => {
        found = jobs
        added = Math.max(0, added - before)
        update()
      }
    },
    reset: () => {
      found = 0
      added = 0
      isFull = false
    },
  }
}
