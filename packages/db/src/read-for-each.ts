import type { Pool, QueryResultRow } from 'pg'
import { runBatch } from './deliveries/run-batch.js'
import type { PreparedStatement } from './one-trip.js'

/**
 * Runs a statement that looks something up for each of so many, given as arrays in `values`. Its rows say in `n`, counted
 * from 1, for which one they are.
 *
 * @returns the rows of each, in order and as they came
 */
export async function readForEach<Row extends QueryResultRow>(
  pool: Pool,
  statement: PreparedStatement,
  count: number,
): Promise<Row[][]> {
  const found: Row[][] = Array.from({ length: count }, () => [])
  if (count === 0) return found
  const { rows } = await runBatch<Row & { n: string }>(pool, { ...statement, isDurable: false })
  for (const row of rows) found[Number(row.n) - 1]?.push(row)
  return found
}
