import type { Pool } from 'pg'
import { releaseHeldOfActive } from './release-held.js'

/** What one attempt came to; texts must be free of NUL (PostgreSQL refuses it). */
export interface AttemptResult {
  deliveryId: string
  leaseToken: string
  /** UUIDv7 made by the worker: the same result recorded twice is one attempt. */
  attemptId: string
  isSuccess: boolean
  /** The schedule's delay after this failure, in milliseconds; null when there is no further attempt. */
  retryDelayMs: number | null
  durationMs: number
  statusCode: number | null
  errorClass: string | null
  error: string | null
  responseBody: string | null
  url: string
  address: string | null
}

export type SettleOutcome =
  /** Recorded; `waitMs` is the time to the next attempt of the schedule, null when there is none. */
  | { kind: 'settled'; state: string; waitMs: number | null }
  /** The lease is no longer this worker's: nothing was written. */
  | { kind: 'stale' }

/**
 * Records attempts and gives back their leases, in one statement: succeeded, retrying with its due time,
 * held when the webhook went off meanwhile, canceled when it was deleted, failed after the last. A manual
 * attempt that fails leaves the state and the schedule as they were.
 *
 * @returns the outcomes in the order of the results
 */
export async function settleAttempts(
  pool: Pool,
  results: AttemptResult[],
): Promise<SettleOutcome[]> {
  const column = <Value>(pick: (result: AttemptResult) => Value): Value[] => results.map(pick)
  const { rows } = await pool.query<SettleRow>({
    name: 'settle-attempts',
    text: SETTLE,
    values: [
      column((r) => r.deliveryId),
      column((r) => r.leaseToken),
      column((r) => r.attemptId),
      column((r) => r.isSuccess),
      column((r) => r.retryDelayMs),
      column((r) => r.durationMs),
      column((r) => r.statusCode),
      column((r) => r.errorClass),
      column((r) => r.error),
      column((r) => r.responseBody),
      column((r) => r.url),
      column((r) => r.address),
    ],
  })
  await releaseHeldOfActive(
    pool,
    rows.flatMap((row) => (row.state === 'held' ? [row.delivery_id] : [])),
  )
  const byAttempt = new Map(rows.map((row) => [row.attempt_id, row]))
  return results.map((result) => toOutcome(byAttempt.get(result.attemptId)))
}

const SETTLE = `
WITH result AS (
  SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::integer[], $6::integer[], $7::integer[],
                       $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
    AS r(delivery_id, token, attempt_id, is_success, retry_delay_ms, duration_ms, status_code, error_class, error, response_body, url, address)
), locked AS MATERIALIZED (
  SELECT d.id, d.project_id, d.webhook_id, d.state, d.is_manual, d.trigger, d.attempts_made, d.next_attempt_at, d.lease_token
    FROM deliveries d
   WHERE d.id = ANY ($1::uuid[]) AND d.lease_token = ANY ($2::uuid[])
   ORDER BY d.id
     FOR UPDATE OF d
), decided AS (
  SELECT l.*, r.attempt_id, r.is_success, r.duration_ms, r.status_code, r.error_class, r.error, r.response_body, r.url, r.address,
         clock_timestamp() AS now,
         CASE WHEN r.is_success THEN 'succeeded'
              WHEN l.is_manual THEN CASE WHEN l.state = 'skipped' THEN 'failed' ELSE l.state END
              WHEN h.deleted_at IS NOT NULL OR l.state = 'canceled' THEN 'canceled'
              WHEN r.retry_delay_ms IS NULL THEN 'failed'
              WHEN NOT h.is_active THEN 'held'
              ELSE 'retrying' END AS next_state,
         CASE WHEN r.is_success THEN NULL
              WHEN l.is_manual THEN l.next_attempt_at
              ELSE clock_timestamp() + r.retry_delay_ms * interval '1 millisecond' END AS next_at
    FROM locked l
    JOIN result r ON r.delivery_id = l.id AND r.token = l.lease_token
    JOIN webhooks h ON h.id = l.webhook_id
), settled AS (
  UPDATE deliveries d
     SET state = x.next_state,
         attempts_made = d.attempts_made + 1,
         schedule_attempts = d.schedule_attempts + CASE WHEN x.is_manual THEN 0 ELSE 1 END,
         next_attempt_at = CASE WHEN x.next_state IN ('pending', 'retrying', 'held') THEN x.next_at END,
         due_at = CASE WHEN x.next_state IN ('pending', 'retrying') THEN x.next_at END,
         enqueued_at = CASE WHEN x.next_state IN ('pending', 'retrying') THEN x.next_at END,
         held_at = CASE WHEN x.next_state = 'held' THEN coalesce(d.held_at, x.now) END,
         completed_at = CASE WHEN x.next_state IN ('pending', 'retrying', 'held') THEN NULL
                             WHEN x.next_state = d.state THEN coalesce(d.completed_at, x.now) ELSE x.now END,
         is_manual = false, lease_token = NULL, lease_until = NULL
    FROM decided x
   WHERE d.id = x.id AND d.project_id = x.project_id
  RETURNING x.attempt_id, d.state, d.due_at
), logged AS (
  INSERT INTO delivery_attempts (id, project_id, delivery_id, number, trigger, started_at, duration_ms, outcome,
                                 status_code, error_class, error, response_body, url, address)
  SELECT x.attempt_id, x.project_id, x.id, x.attempts_made + 1, CASE WHEN x.is_manual THEN 'resend' ELSE x.trigger END,
         x.now - x.duration_ms * interval '1 millisecond', x.duration_ms, CASE WHEN x.is_success THEN 'succeeded' ELSE 'failed' END,
         x.status_code, x.error_class, x.error, x.response_body, x.url, x.address
    FROM decided x
  ON CONFLICT DO NOTHING
)
SELECT r.attempt_id, r.delivery_id, coalesce(s.state, CASE WHEN a.id IS NOT NULL THEN d.state END) AS state,
       (extract(epoch FROM coalesce(s.due_at, d.due_at) - clock_timestamp()) * 1000)::float8 AS wait_ms
  FROM result r
  LEFT JOIN settled s ON s.attempt_id = r.attempt_id
  LEFT JOIN delivery_attempts a ON a.id = r.attempt_id
  LEFT JOIN deliveries d ON d.id = r.delivery_id AND s.attempt_id IS NULL`

interface SettleRow {
  attempt_id: string
  delivery_id: string
  /** Null when neither this statement nor an earlier one with the same attempt id recorded it. */
  state: string | null
  wait_ms: number | null
}

function toOutcome(row: SettleRow | undefined): SettleOutcome {
  if (row?.state === undefined || row.state === null) return { kind: 'stale' }
  return {
    kind: 'settled',
    state: row.state,
    waitMs: row.wait_ms === null ? null : Math.max(0, Math.ceil(row.wait_ms)),
  }
}
