import type { Database } from '../connection/database.js'
import { plainArray, textArray } from '../batch/array-literal.js'
import type { AttemptResult, RecordedRow } from './attempt-result.js'
import { batchStatement } from '../batch/batch-statement.js'

/** Records failed attempts; a row for each whose lease was held. Manual ones leave state and schedule unchanged. */
export async function recordFailures(
  database: Pick<Database, 'pool'>,
  results: AttemptResult[],
): Promise<RecordedRow[]> {
  if (results.length === 0) return []
  const { rows } = await batchStatement<RecordedRow>(database, {
    name: 'record-failures',
    text: RECORD,
    values: columnsOf(results),
    isDurable: true,
  })
  return rows
}

function columnsOf(results: AttemptResult[]): string[] {
  return [
    plainArray(results.map((r) => r.deliveryId)),
    plainArray(results.map((r) => r.leaseToken)),
    plainArray(results.map((r) => r.attemptId)),
    plainArray(results.map((r) => r.retryDelayMs)),
    plainArray(results.map((r) => r.durationMs)),
    plainArray(results.map((r) => r.statusCode)),
    textArray(results.map((r) => r.errorClass)),
    textArray(results.map((r) => r.error)),
    textArray(results.map((r) => r.responseBody)),
    textArray(results.map((r) => r.url)),
    textArray(results.map((r) => r.address)),
    textArray(results.map((r) => r.requestId ?? null)),
    plainArray(results.map((r) => r.startedAtMs)),
  ]
}

const HAS_LEASE = 'd.lease_token = r.token' // mutant: no-token-of-failures

// Locks rows in id order, against deadlocks. The token is checked again once the row is locked. The lease ends with the
// attempt: recording a result twice writes it once.
const RECORD = `
WITH locked AS MATERIALIZED (
  SELECT r.*, d.*
    FROM (SELECT * FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::integer[], $5::integer[], $6::integer[],
                               $7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::float8[])
            AS r(delivery_id, token, attempt_id, retry_delay_ms, duration_ms, status_code, error_class, error, response_body, url, address,
                 request_id, started_ms)
           ORDER BY delivery_id) r
   CROSS JOIN LATERAL (
     SELECT d.project_id, d.webhook_id, d.state, d.is_manual, d.trigger, d.attempts_made, d.next_attempt_at, clock_timestamp() AS now
       FROM deliveries d
      WHERE d.id = r.delivery_id AND ${HAS_LEASE}
      LIMIT 1
        FOR UPDATE) d
), decided AS (
  SELECT l.*,
         CASE WHEN l.is_manual THEN CASE WHEN l.state = 'skipped' THEN 'failed' ELSE l.state END
              WHEN h.deleted_at IS NOT NULL OR l.state = 'canceled' THEN 'canceled'
              WHEN l.retry_delay_ms IS NULL THEN 'failed'
              WHEN NOT h.is_active THEN 'held'
              ELSE 'retrying' END AS next_state,
         CASE WHEN l.is_manual THEN l.next_attempt_at
              ELSE clock_timestamp() + l.retry_delay_ms * interval '1 millisecond' END AS next_at
    FROM locked l
    LEFT JOIN LATERAL (
      SELECT h.is_active, h.deleted_at FROM webhooks h WHERE h.id = l.webhook_id LIMIT 1) h ON true
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
                                 status_code, error_class, error, response_body, url, address, request_id)
  SELECT x.attempt_id, x.project_id, x.delivery_id, x.attempts_made + 1, CASE WHEN x.is_manual THEN 'resend' ELSE x.trigger END,
         to_timestamp(x.started_ms / 1000), x.duration_ms, 'failed',
         x.status_code, x.error_class, x.error, x.response_body, x.url, x.address, x.request_id
    FROM decided x
)
SELECT s.attempt_id, s.state, (extract(epoch FROM s.due_at - clock_timestamp()) * 1000)::float8 AS wait_ms FROM settled s`
