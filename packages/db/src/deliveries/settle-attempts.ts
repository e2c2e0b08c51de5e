import type { Pool } from 'pg'
import { plainArray, textArray } from './array-literal.js'
import { releaseHeldOfActive } from './release-held.js'
import { runBatch } from './run-batch.js'

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
 * Records attempts and gives back their leases, in one statement whose commit is on disk: succeeded, retrying with its due time,
 * held when the webhook went off meanwhile, canceled when it was deleted, failed after the last. A manual
 * attempt that fails leaves the state and the schedule as they were.
 *
 * @returns the outcomes in the order of the results
 */
export async function settleAttempts(
  pool: Pool,
  results: AttemptResult[],
): Promise<SettleOutcome[]> {
  const rows = await runBatch<SettleRow>(pool, {
    name: 'settle-attempts',
    text: SETTLE,
    values: columnsOf(results),
    isDurable: true,
  })
  const settled = new Map(rows.map((row) => [row.attempt_id, row]))
  const others = results.filter(({ attemptId }) => !settled.has(attemptId))
  for (const row of await findRecorded(pool, others)) settled.set(row.attempt_id, row)
  await releaseHeldOfActive(
    pool,
    results.flatMap(({ attemptId, deliveryId }) =>
      settled.get(attemptId)?.state === 'held' ? [deliveryId] : [],
    ),
  )
  return results.map(({ attemptId }) => toOutcome(settled.get(attemptId)))
}

function columnsOf(results: AttemptResult[]): string[] {
  return [
    plainArray(results.map((r) => r.deliveryId)),
    plainArray(results.map((r) => r.leaseToken)),
    plainArray(results.map((r) => r.attemptId)),
    plainArray(results.map((r) => r.isSuccess)),
    plainArray(results.map((r) => r.retryDelayMs)),
    plainArray(results.map((r) => r.durationMs)),
    plainArray(results.map((r) => r.statusCode)),
    textArray(results.map((r) => r.errorClass)),
    textArray(results.map((r) => r.error)),
    textArray(results.map((r) => r.responseBody)),
    textArray(results.map((r) => r.url)),
    textArray(results.map((r) => r.address)),
  ]
}

/**
 * In the order of the ids, so that two workers never wait for each other crosswise. The lease's token is judged again
 * once the row is locked, and its end is in the same transaction as the attempt: the same result twice writes once.
 */
const SETTLE = `
WITH locked AS MATERIALIZED (
  SELECT r.*, d.*
    FROM (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::boolean[], $5::integer[], $6::integer[], $7::integer[],
                               $8::text[], $9::text[], $10::text[], $11::text[], $12::text[])
            AS r(delivery_id, token, attempt_id, is_success, retry_delay_ms, duration_ms, status_code, error_class, error, response_body, url, address)
           ORDER BY delivery_id) r
   CROSS JOIN LATERAL (
     SELECT d.project_id, d.webhook_id, d.state, d.is_manual, d.trigger, d.attempts_made, d.next_attempt_at, clock_timestamp() AS now
       FROM deliveries d
      WHERE d.id = r.delivery_id AND d.lease_token = r.token
      LIMIT 1
        FOR UPDATE) d
), decided AS (
  SELECT l.*,
         CASE WHEN l.is_success THEN 'succeeded'
              WHEN l.is_manual THEN CASE WHEN l.state = 'skipped' THEN 'failed' ELSE l.state END
              WHEN h.deleted_at IS NOT NULL OR l.state = 'canceled' THEN 'canceled'
              WHEN l.retry_delay_ms IS NULL THEN 'failed'
              WHEN NOT h.is_active THEN 'held'
              ELSE 'retrying' END AS next_state,
         CASE WHEN l.is_success THEN NULL
              WHEN l.is_manual THEN l.next_attempt_at
              ELSE clock_timestamp() + l.retry_delay_ms * interval '1 millisecond' END AS next_at
    FROM locked l
    LEFT JOIN LATERAL (
      SELECT h.is_active, h.deleted_at FROM webhooks h WHERE h.id = l.webhook_id AND NOT l.is_success LIMIT 1) h ON true
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
   WHERE d.id = x.delivery_id AND d.project_id = x.project_id
  RETURNING x.attempt_id, d.state, d.due_at
), logged AS (
  INSERT INTO delivery_attempts (id, project_id, delivery_id, number, trigger, started_at, duration_ms, outcome,
                                 status_code, error_class, error, response_body, url, address)
  SELECT x.attempt_id, x.project_id, x.delivery_id, x.attempts_made + 1, CASE WHEN x.is_manual THEN 'resend' ELSE x.trigger END,
         x.now - x.duration_ms * interval '1 millisecond', x.duration_ms, CASE WHEN x.is_success THEN 'succeeded' ELSE 'failed' END,
         x.status_code, x.error_class, x.error, x.response_body, x.url, x.address
    FROM decided x
)
SELECT s.attempt_id, s.state, (extract(epoch FROM s.due_at - clock_timestamp()) * 1000)::float8 AS wait_ms FROM settled s`

interface SettleRow {
  attempt_id: string
  state: string
  wait_ms: number | null
}

/** Of results whose lease is over: those that an earlier statement recorded, whose commit its caller never learnt of. */
async function findRecorded(pool: Pool, results: AttemptResult[]): Promise<SettleRow[]> {
  if (results.length === 0) return []
  return runBatch<SettleRow>(pool, {
    name: 'find-recorded-attempts',
    text: FIND_RECORDED,
    values: [
      plainArray(results.map((r) => r.attemptId)),
      plainArray(results.map((r) => r.deliveryId)),
    ],
    isDurable: true,
  })
}

const FIND_RECORDED = `
SELECT r.attempt_id, d.state, (extract(epoch FROM d.due_at - clock_timestamp()) * 1000)::float8 AS wait_ms
  FROM unnest($1::uuid[], $2::uuid[]) AS r(attempt_id, delivery_id)
 CROSS JOIN LATERAL (SELECT a.id FROM delivery_attempts a WHERE a.id = r.attempt_id LIMIT 1) a
 CROSS JOIN LATERAL (SELECT d.state, d.due_at FROM deliveries d WHERE d.id = r.delivery_id LIMIT 1) d`

function toOutcome(row: SettleRow | undefined): SettleOutcome {
  if (row === undefined) return { kind: 'stale' }
  return {
    kind: 'settled',
    state: row.state,
    waitMs: row.wait_ms === null ? null : Math.max(0, Math.ceil(row.wait_ms)),
  }
}
