import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'

/** Ids only: the row is read when the job runs. */
export interface DeliveryJobData {
  deliveryId: string
  webhookId: number
  /** Missing in jobs added by earlier releases. */
  projectId?: string
  requestId?: string
  /** If it is missing, the event may have one. */
  traceparent?: string
  /** Missing in jobs added by earlier releases, which count as current. */
  seq?: number
}

const JOB_ATTEMPTS = 4

export function jobIdOf({ deliveryId, seq }: Pick<QueuedDelivery, 'deliveryId' | 'seq'>): string {
  return `d-${deliveryId}-${seq}`
}

/** A job for `addBulk`. BullMQ ignores an id that still exists. */
export function toJob(delivery: QueuedDelivery) {
  const { deliveryId, webhookId, projectId, seq, delayMs, requestId, traceparent } = delivery
  const data: DeliveryJobData = {
    deliveryId,
    webhookId,
    projectId,
    seq,
    ...(requestId && { requestId }),
    ...(traceparent && { traceparent }),
  }
  return {
    name: 'deliver',
    data,
    opts: {
      jobId: jobIdOf({ deliveryId, seq }),
      attempts: JOB_ATTEMPTS,
      backoff: { type: 'custom' },
      delay: Math.max(0, Math.ceil(delayMs)),
      removeOnComplete: true,
      removeOnFail: true,
      stackTraceLimit: 0,
    },
  }
}
