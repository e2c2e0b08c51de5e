import type { QueryResultRow } from 'pg'
import type { Database } from '../connection/database.js'
import { batchStatement } from './batch-statement.js'
import type { PreparedStatement } from './pipelined-transaction.js'

// A plan that was prepared over empty tables is kept, so each lookup must allow only one index: IS NOT DISTINCT FROM
// hides a column from all indexes; a range of one value with ORDER BY leaves the one that sorts.

/** Runs one lookup for many callers; a row's `n`, from 1, is its key. Returns the rows of each key, in order. */
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
