import type { Database } from '../connection/database.js'
import { plainArray } from '../batch/array-literal.js'
import { batchStatement } from '../batch/batch-statement.js'

/** A deferred job, and for how long from now. */
export interface Deferral {
  deliveryId: string
  delayMs: number
}

/**
 * Marks the jobs of these deliveries as deferred, so that the sweeper does not add a second job for each while they
 * wait. Touches no index, and the commit does not wait for the disk.
 */
export async function deferSweep(
  database: Pick<Database, 'pool'>,
  deferrals: Deferral[],
): Promise<void> {
  await batchStatement(database, {
    name: 'defer-sweep',
    text: DEFER,
    values: [
      plainArray(deferrals.map(({ deliveryId }) => deliveryId)),
      plainArray(deferrals.map(({ delayMs }) => Math.ceil(delayMs))),
    ],
    isDurable: false,
  })
}

/**
 * In the order of the ids, so that it deadlocks with nobody who locks them in that order. IS_DUE_BY_KEY explains why
 * `due_at` is not compared with NULL.
 */
const DEFER = `
WITH waiting AS MATERIALIZED (
  SELECT p.delay_ms, d.id, d.project_id
    FROM (SELECT id, max(delay_ms) AS delay_ms FROM unnest($1::uuid[], $2::integer[]) AS p(id, delay_ms) GROUP BY id ORDER BY id) p
   CROSS JOIN LATERAL (
     SELECT d.id, d.project_id FROM deliveries d WHERE d.id = p.id AND coalesce(d.due_at, 'infinity') < 'infinity' LIMIT 1 FOR UPDATE) d
)
UPDATE deliveries d SET enqueued_at = clock_timestamp() + w.delay_ms * interval '1 millisecond'
  FROM waiting w
 WHERE d.id = w.id AND d.project_id = w.project_id`
