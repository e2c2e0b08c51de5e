import type { EnqueueOutcome, DeliveryQueue } from '@throughline/queue/delivery-queue'
import type { Call } from './route.js'

export function enqueueFor(
  { ctx, requestId }: Pick<Call, 'ctx' | 'requestId'>,
  deliveries: Parameters<DeliveryQueue['enqueue']>[0],
): Promise<EnqueueOutcome> {
  return ctx.queue.enqueue(deliveries.map((delivery) => ({ ...delivery, requestId })))
}

export async function replaceJobsOf(
  call: Pick<Call, 'ctx' | 'requestId'>,
  deliveries: Parameters<DeliveryQueue['enqueue']>[0],
): Promise<void> {
  await enqueueFor(call, deliveries)
  await call.ctx.queue.removeSuperseded(deliveries)
}
