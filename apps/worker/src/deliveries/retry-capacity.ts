import type { DeliveryQueue } from '@throughline/queue/delivery-queue'

/** 100,000 jobs take 105 MB of Redis (ADR 37). */
const MAX_WAITING = 100_000

export interface RetryCapacity {
  isFull(): boolean
  /** Counts the delayed jobs. @throws when the queue does not respond */
  refresh(): Promise<void>
}

/** Prevents a receiver that is down from filling the queue: each of its deliveries waits there for minutes. */
export function createRetryCapacity(
  queue: Pick<DeliveryQueue, 'delayed'>,
  maxWaiting = MAX_WAITING,
): RetryCapacity {
  let waiting = 0
  return {
    isFull: () => waiting >= maxWaiting,
    refresh: async () => {
      waiting = await queue.delayed()
    },
  }
}
