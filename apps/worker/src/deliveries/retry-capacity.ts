import type { DeliveryQueue } from '@throughline/queue/delivery-queue'

/** A hundred thousand are 105 MB of Redis (ADR 37). */
const MAX_WAITING = 100_000

/** Whether retries may wait in the queue for their time; else their rows do. */
export interface RetryCapacity {
  isFull(): boolean
  /**
   * Looks anew how many wait.
   *
   * @throws when the queue does not answer
   */
  look(): Promise<void>
}

/** Keeps a receiver that is down from filling the queue: each of its deliveries waits there for minutes. */
export function createRetryCapacity(
  queue: Pick<DeliveryQueue, 'delayed'>,
  maxWaiting = MAX_WAITING,
): RetryCapacity {
  let waiting = 0
  return {
    isFull: () => waiting >= maxWaiting,
    look: async () => {
      waiting = await queue.delayed()
    },
  }
}
