import type { EnqueueOutcome, DeliveryQueue } from '@throughline/queue/delivery-queue'
import type { Call } from './route.js'

/** Puts a job for each delivery in the queue, with the id of the request that asked for it. */
export function enqueueFor(
  { ctx, requestId }: Pick<Call, 'ctx' | 'requestId'>,
  deliveries: Parameters<DeliveryQueue['enqueue']>[0],
): Promise<EnqueueOutcome> {
  return ctx.queue.enqueue(deliveries.map((delivery) => ({ ...delivery, requestId })))
}
