import type { Database } from '../connection/database.js'
import { plainArray } from '../batch/array-literal.js'
import { batchStatement } from '../batch/batch-statement.js'

export interface Deferral {
  deliveryId: string
  delayMs: number
}

/** Marks jobs as deferred, so that the sweeper adds no second ones. The commit does not wait for the disk. */
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

/** Locks rows in id order, against deadlocks. IS_DUE_BY_KEY explains why `due_at` is not compared with NULL. */
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
