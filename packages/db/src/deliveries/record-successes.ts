import type { Database } from '../connection/database.js'
import { plainArray, textArray } from '../batch/array-literal.js'
import type { AttemptResult, RecordedRow } from './attempt-result.js'
import { batchStatement } from '../batch/batch-statement.js'

/** Records successful attempts, reading no row before. Returns a row for each, or none if some lease was lost. */
export async function recordSuccesses(
  database: Pick<Database, 'pool'>,
  results: AttemptResult[],
): Promise<RecordedRow[]> {
  if (results.length === 0) return []
  const { rowCount } = await batchStatement(database, {
    name: 'record-successes',
    text: RECORD,
    values: columnsOf(results),
    isDurable: true,
  })
  if (rowCount !== results.length) return []
  return results.map(({ attemptId }) => ({
    attempt_id: attemptId,
    state: 'succeeded',
    wait_ms: null,
  }))
}

function columnsOf(results: AttemptResult[]): string[] {
  // Sorted by id, so that two workers do not deadlock.
  const rows = results.toSorted((one, other) => (one.deliveryId < other.deliveryId ? -1 : 1))
  return [
    plainArray(rows.map((r) => r.deliveryId)),
    plainArray(rows.map((r) => r.leaseToken)),
    plainArray(rows.map((r) => r.attemptId)),
    textArray(rows.map((r) => r.trigger)),
    plainArray(rows.map((r) => r.durationMs)),
    plainArray(rows.map((r) => r.statusCode)),
    textArray(rows.map((r) => r.responseBody)),
    textArray(rows.map((r) => r.url)),
    textArray(rows.map((r) => r.address)),
    textArray(rows.map((r) => r.requestId ?? null)),
    plainArray(rows.map((r) => r.startedAtMs)),
  ]
}

const HAS_LEASE = 'd.lease_token = r.token' // mutant: no-token

/** The lease ends in the transaction that writes the attempt: recording a result twice writes it once. */
const RECORD = `
WITH settled AS (
  UPDATE deliveries d
     SET state = 'succeeded',
         attempts_made = d.attempts_made + 1,
         schedule_attempts = d.schedule_attempts + CASE WHEN d.is_manual THEN 0 ELSE 1 END,
         next_attempt_at = NULL, due_at = NULL, enqueued_at = NULL, held_at = NULL,
         completed_at = CASE WHEN d.state = 'succeeded' THEN coalesce(d.completed_at, clock_timestamp()) ELSE clock_timestamp() END,
         is_manual = false, lease_token = NULL, lease_until = NULL
    FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[], $5::integer[], $6::integer[], $7::text[], $8::text[], $9::text[],
                $10::text[], $11::float8[])
      AS r(delivery_id, token, attempt_id, trigger, duration_ms, status_code, response_body, url, address, request_id, started_ms)
   WHERE d.id = r.delivery_id AND ${HAS_LEASE}
  RETURNING r.*, d.project_id, d.attempts_made
)
INSERT INTO delivery_attempts (id, project_id, delivery_id, number, trigger, started_at, duration_ms, outcome,
                               status_code, response_body, url, address, request_id)
SELECT s.attempt_id, s.project_id, s.delivery_id, s.attempts_made, s.trigger,
       to_timestamp(s.started_ms / 1000), s.duration_ms, 'succeeded',
       s.status_code, s.response_body, s.url, s.address, s.request_id
  FROM settled s`
