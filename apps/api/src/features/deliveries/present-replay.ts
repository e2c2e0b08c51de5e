import type { ReplayWire } from '@throughline/contracts/delivery'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { ReplayRow } from '@throughline/db/deliveries/find-replay'
import { totalOf } from '@throughline/db/deliveries/replay-deliveries'

/** A replay and what came of its deliveries so far. */
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

/** Null for failed and skipped, which are asked for by no state. */
function stateOf({ states }: ReplayRow): ReplayWire['state'] {
  const [state] = states
  if (states.length === 1 && state !== undefined) return state
  return states.length === 3 ? 'all' : null
}
