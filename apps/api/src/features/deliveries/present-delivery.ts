import type { DeliveryAttemptWire, DeliveryWire } from '@throughline/contracts/delivery'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { AttemptRow, DeliveryRow } from '@throughline/db/deliveries/read-deliveries'

// States, triggers, outcomes and classes are bound by the database or written by the worker from the same lists.

/** A delivery as lists show it. */
export function presentDelivery(row: DeliveryRow): DeliveryWire {
  return {
    id: row.id,
    webhook_id: row.webhookId,
    event_id: row.eventId,
    event: row.event,
    state: row.state as DeliveryWire['state'],
    trigger: row.trigger as DeliveryWire['trigger'],
    attempts_made: row.attemptsMade,
    next_attempt_at: formatNullable(row.nextAttemptAt),
    created_at: formatTimestamp(row.createdAt),
    completed_at: formatNullable(row.completedAt),
    is_test: row.isTest,
    install_id: row.installId,
    attribution_id: row.attributionId,
  }
}

/** One attempt of a delivery. */
export function presentAttempt(row: AttemptRow): DeliveryAttemptWire {
  return {
    number: row.number,
    trigger: row.trigger as DeliveryAttemptWire['trigger'],
    started_at: formatTimestamp(row.startedAt),
    duration_ms: row.durationMs,
    outcome: row.outcome as DeliveryAttemptWire['outcome'],
    status_code: row.statusCode,
    error_class: row.errorClass as DeliveryAttemptWire['error_class'],
    error: row.error,
    response_body: row.responseBody,
    url: row.url,
    address: row.address,
    request_id: row.requestId,
  }
}

function formatNullable(date: Date | null): string | null {
  return date === null ? null : formatTimestamp(date)
}
