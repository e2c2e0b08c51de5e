import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { DeliveryQueue, EnqueueOutcome } from '@throughline/queue/delivery-queue'
import { childOf } from '@throughline/runtime/trace-context'
import type { Tracing } from '@throughline/runtime/tracing'

/** Records a span for each delivery with a trace. The delivery's job carries the context of that span. */
export function traceEnqueues(queue: DeliveryQueue, tracing: Tracing | null): DeliveryQueue {
  if (tracing === null) return queue
  return {
    ...queue,
    enqueue: async (deliveries, budgetMs) => {
      const startedMs = Date.now()
      const traced = deliveries.map(withSpan)
      const outcome = await queue.enqueue(traced, budgetMs)
      traced.forEach((delivery, index) => {
        const { traceparent } = delivery
        const parent = deliveries[index]?.traceparent
        if (traceparent === undefined || parent === undefined) return
        tracing.record({
          name: 'enqueue',
          kind: 'producer',
          startedMs,
          parent,
          traceparent,
          attributes: attributesOf(delivery, outcome),
          error: 'failed' in outcome ? outcome.failed.message : null,
        })
      })
      return outcome
    },
  }
}

function withSpan(delivery: QueuedDelivery): QueuedDelivery {
  const { traceparent } = delivery
  return traceparent === undefined ? delivery : { ...delivery, traceparent: childOf(traceparent) }
}

function attributesOf(
  { deliveryId, webhookId, projectId }: QueuedDelivery,
  outcome: EnqueueOutcome,
) {
  return {
    'messaging.system': 'bullmq',
    'messaging.operation.type': 'send',
    'messaging.destination.name': 'deliveries',
    'throughline.project_id': projectId,
    'throughline.webhook_id': webhookId,
    'throughline.delivery_id': deliveryId,
    // The sweeper enqueues what was left or failed.
    'throughline.enqueue.outcome': Object.keys(outcome).join(),
  }
}
