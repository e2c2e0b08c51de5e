import type { DeliveryQueue } from './delivery-queue.js'

export interface QueueBound {
  /** With this many jobs waiting or in work, no more are put in. */
  maxJobs: number
  /** Once full, it takes jobs again when there are fewer than this. */
  resumeBelow: number
  /** Tells that it is full now, each time that it comes to be. */
  onFull: (jobs: number) => void
  /** Deliveries were left to the sweeper. */
  onLeft: (deliveries: number) => void
  nowMs?: () => number
}

/**
 * A hundred thousand jobs are 100 MB of Redis (ADR 37). It takes jobs again only when the queue is nearly empty: below
 * 20,000 the sweeper puts in what was left, the oldest first, and nobody's newer jobs should come before them.
 */
export const QUEUE_BOUND = { maxJobs: 100_000, resumeBelow: 5_000 } as const

/** While jobs are put in, what is known of the queue is no older, in milliseconds. */
const LOOK_EVERY_MS = 1_000
/** After a pause of this length it says nothing any more. */
const FORGET_AFTER_MS = 5_000

/**
 * A queue for those who bring new deliveries, which leaves them to the sweeper while it holds enough: their rows are
 * there already. How much it holds is looked up beside the adds, once a second and only while there are any; what was
 * added since is counted in.
 */
export function boundQueue(queue: DeliveryQueue, bound: QueueBound): DeliveryQueue {
  const count = createCount(bound)
  const { onLeft, nowMs = () => performance.now() } = bound
  let askedAtMs = -Infinity
  let lookedAtMs = -Infinity

  const look = async () => {
    const correct = count.beginLook()
    correct(await queue.depth())
  }
  return {
    ...queue,
    enqueue: async (deliveries, budgetMs) => {
      if (deliveries.length === 0) return { added: 0 }
      const now = nowMs()
      if (now - askedAtMs >= FORGET_AFTER_MS) count.forget()
      askedAtMs = now
      if (now - lookedAtMs >= LOOK_EVERY_MS) {
        lookedAtMs = now
        // What cannot be counted is not full: a queue that is away refuses the add, too.
        look().catch(() => count.forget())
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

/** What is known of the queue: what was found in it, and what was added since. */
function createCount({ maxJobs, resumeBelow, onFull }: QueueBound) {
  let found = 0
  let added = 0
  let isFull = false
  const judge = () => {
    const wasFull = isFull
    isFull = found + added >= (wasFull ? resumeBelow : maxJobs)
    if (isFull && !wasFull) onFull(found + added)
  }
  return {
    isFull: () => isFull,
    add: (jobs: number) => {
      added += jobs
      judge()
    },
    /** What is added from here on may be in what is found: it counts twice then, until the next look. */
    beginLook: () => {
      const before = added
      return (jobs: number) => {
        found = jobs
        added = Math.max(0, added - before)
        judge()
      }
    },
    forget: () => {
      found = 0
      added = 0
      isFull = false
    },
  }
}
