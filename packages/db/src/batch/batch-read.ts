import type { QueryResultRow } from 'pg'
import type { Database } from '../connection/database.js'
import { batchStatement } from './batch-statement.js'
import type { PreparedStatement } from './pipelined-transaction.js'

/**
 * A statement prepared over empty tables is planned without statistics. Of two usable indexes the planner may choose
 * the worse one, for as long as the plan is kept. So each lookup allows only one: with a key that begins with the id,
 * the project is compared by IS NOT DISTINCT FROM, which no index serves; with a key that begins with the project, the
 * rest is a range of one value with an ORDER BY, which only the index of that key gives without sorting.
 */

/**
 * Runs one lookup for many callers, whose keys are arrays in `values`. Each row says in `n`, counted from 1, which key
 * it belongs to.
 *
 * @returns the rows of each key, in order
 */
export async function batchRead<Row extends QueryResultRow>(
  database: Pick<Database, 'pool'>,
  statement: PreparedStatement,
  count: number,
): Promise<Row[][]> {
  const found: Row[][] = Array.from({ length: count }, () => [])
  if (count === 0) return found
  const { rows } = await batchStatement<Row & { n: string }>(database, {
    ...statement,
    isDurable: false,
  })
  for (const row of rows) found[Number(row.n) - 1]?.push(row)
  return found
}
