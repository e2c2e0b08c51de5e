import { parseUrl } from '@throughline/core/net/parse-url'
import type { ClaimedDelivery } from '@throughline/db/deliveries/claim-outcome'
import type { DeliveryJob } from '@throughline/queue/delivery-consumer'
import { childOf } from '@throughline/runtime/trace-context'
import type { Tracing } from '@throughline/runtime/tracing'
import type { SendOutcome } from './send-delivery.js'

export interface AttemptSpan {
  /** For the request's header. */
  traceparent: string
  end(outcome: SendOutcome): void
}

/**
 * Starts the span of an attempt, below the span that enqueued its job, or below the install's if the sweeper or a resend
 * did. Null if there is no trace.
 */
export function startAttemptSpan(
  tracing: Tracing,
  job: DeliveryJob,
  delivery: ClaimedDelivery,
): AttemptSpan | null {
  const parent = job.traceparent ?? delivery.traceparent
  if (parent === null) return null
  const traceparent = childOf(parent)
  const startedMs = Date.now()
  return {
    traceparent,
    end: (outcome) =>
      tracing.record({
        name: 'attempt',
        kind: 'client',
        traceparent,
        parent,
        startedMs,
        attributes: { ...attributesOf(job, delivery), ...resultOf(outcome) },
        error: outcome.kind === 'fault' ? outcome.error.message : outcome.error,
      }),
  }
}

function attributesOf({ requestId }: DeliveryJob, delivery: ClaimedDelivery) {
  return {
    'http.request.method': 'POST',
    // Paths and queries of webhooks may contain secrets.
    'server.address': parseUrl(delivery.url)?.hostname ?? '',
    'throughline.project_id': delivery.projectId,
    'throughline.webhook_id': delivery.webhookId,
    'throughline.delivery_id': delivery.deliveryId,
    'throughline.attempt.number': delivery.attemptNumber,
    'throughline.attempt.trigger': delivery.trigger,
    ...(requestId === undefined ? {} : { 'throughline.request_id': requestId }),
  }
}

function resultOf(outcome: SendOutcome): Record<string, string | number> {
  if (outcome.kind === 'fault') return { 'error.type': outcome.error.name }
  const { statusCode, errorClass } = outcome
  return {
    ...(statusCode === null ? {} : { 'http.response.status_code': statusCode }),
    ...(errorClass === null ? {} : { 'error.type': errorClass }),
  }
}
