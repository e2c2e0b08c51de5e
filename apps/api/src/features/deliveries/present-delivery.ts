import type { DeliveryAttemptWire, DeliveryWire, ReplayWire } from '@throughline/contracts/delivery'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { AttemptRow, DeliveryRow } from '@throughline/db/deliveries/read-deliveries'
import type { ReplayRow } from '@throughline/db/deliveries/find-replay'
import { totalOf } from '@throughline/db/deliveries/replay-deliveries'

// States, triggers, outcomes and classes are restricted by the database, or written by the worker from the same
// lists.

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

export function presentAttempt(
  row: AttemptRow,
  sent: Pick<DeliveryAttemptWire, 'request_headers' | 'signatures'>,
): DeliveryAttemptWire {
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
    ...sent,
  }
}

function formatNullable(date: Date | null): string | null {
  return date === null ? null : formatTimestamp(date)
}

export function presentReplay(row: ReplayRow): ReplayWire {
  const { waiting, succeeded, failed, notSent } = row.progress
  return {
    id: row.id,
    webhook_id: row.webhookId,
    status: statusOf(row),
    state: stateOf(row),
    since: formatTimestamp(row.since),
    until: formatTimestamp(row.until),
    count: totalOf(row.byState),
    by_state: row.byState,
    progress: { waiting, succeeded, failed, not_sent: notSent },
    created_at: formatTimestamp(row.createdAt),
    canceled_at: row.canceledAt === null ? null : formatTimestamp(row.canceledAt),
  }
}

function statusOf({ canceledAt, finishedAt, progress }: ReplayRow): ReplayWire['status'] {
  if (canceledAt !== null) return 'canceled'
  return finishedAt === null || progress.waiting > 0 ? 'running' : 'finished'
}

/** Returns the requested state; null for the default, failed and skipped. */
function stateOf({ states }: ReplayRow): ReplayWire['state'] {
  const [state] = states
  if (states.length === 1 && state !== undefined) return state
  return states.length === 3 ? 'all' : null
}
