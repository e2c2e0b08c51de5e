import type { Database } from '../connection/database.js'
import { plainArray } from '../batch/array-literal.js'
import type { AttemptResult, RecordedRow } from './attempt-result.js'
import { recordFailures } from './record-failures.js'
import { recordSuccesses } from './record-successes.js'
import { releaseHeldOfActive } from './release-held.js'
import { batchStatement } from '../batch/batch-statement.js'

export type RecordOutcome =
  /** `waitMs` is the time to the next attempt of the schedule, or null. */
  | { kind: 'recorded'; state: string; waitMs: number | null }
  /** This worker no longer holds the lease; nothing was written. */
  | { kind: 'leaseLost' }

/** Records attempts durably, releases leases; outcomes in order. After a throw, repeating it records nothing twice. */
export async function recordResults(
  database: Database,
  results: AttemptResult[],
): Promise<RecordOutcome[]> {
  const [rows, succeeded] = await Promise.all([
    recordFailures(
      database,
      results.filter(({ isSuccess }) => !isSuccess),
    ),
    recordSuccesses(
      database,
      results.filter(({ isSuccess }) => isSuccess),
    ),
  ])
  const settled = new Map([...rows, ...succeeded].map((row) => [row.attempt_id, row]))
  const others = results.filter(({ attemptId }) => !settled.has(attemptId))
  for (const row of await findRecorded(database, others)) settled.set(row.attempt_id, row)
  await releaseHeldOfActive(
    database.prisma,
    results.flatMap(({ attemptId, deliveryId }) =>
      settled.get(attemptId)?.state === 'held' ? [deliveryId] : [],
    ),
  )
  return results.map(({ attemptId }) => toOutcome(settled.get(attemptId)))
}

/** Finds results that an earlier statement has committed although its caller got an error. */
async function findRecorded(database: Database, results: AttemptResult[]): Promise<RecordedRow[]> {
  if (results.length === 0) return []
  const { rows } = await batchStatement<RecordedRow>(database, {
    name: 'find-recorded-attempts',
    text: FIND_RECORDED,
    values: [
      plainArray(results.map((r) => r.attemptId)),
      plainArray(results.map((r) => r.deliveryId)),
    ],
    isDurable: true,
  })
  return rows
}

const FIND_RECORDED = `
SELECT r.attempt_id, d.state, (extract(epoch FROM d.due_at - clock_timestamp()) * 1000)::float8 AS wait_ms
  FROM unnest($1::uuid[], $2::uuid[]) AS r(attempt_id, delivery_id)
 CROSS JOIN LATERAL (SELECT a.id FROM delivery_attempts a WHERE a.id = r.attempt_id LIMIT 1) a
 CROSS JOIN LATERAL (SELECT d.state, d.due_at FROM deliveries d WHERE d.id = r.delivery_id LIMIT 1) d`

function toOutcome(row: RecordedRow | undefined): RecordOutcome {
  if (row === undefined) return { kind: 'leaseLost' }
  return {
    kind: 'recorded',
    state: row.state,
    waitMs: row.wait_ms === null ? null : Math.max(0, Math.ceil(row.wait_ms)),
  }
}
