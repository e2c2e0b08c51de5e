import type { QueryResultRow } from 'pg'
import type { Database } from '../connection/database.js'
import { batchStatement } from './batch-statement.js'
import type { PreparedStatement } from './pipelined-transaction.js'

/**
 * A statement prepared over empty tables is planned without knowing anything of them, and of two indexes that fit it may
 * take the one that fits worse, for as long as the plan is kept. So a look-up leaves it no choice: of a key that begins
 * with the id the project is compared by IS NOT DISTINCT FROM, which no index serves; of one that begins with the project
 * the rest is a range of one value with an ORDER BY, which only the key's own index gives without sorting.
 */

/**
 * Runs a statement that looks something up for each of so many, given as arrays in `values`. Its rows say in `n`, counted
 * from 1, for which one they are.
 *
 * @returns the rows of each, in order and as they came
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
