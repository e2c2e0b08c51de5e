import type { Pool, QueryResultRow } from 'pg'
import { pipeline } from '../pipeline.js'

export interface BatchStatement {
  /** Of the prepared statement. */
  name: string
  text: string
  values: unknown[]
  /** False where a crash of the database may undo it: the commit does not wait for the disk. */
  isDurable: boolean
}

/**
 * Runs one prepared statement over many ids in a transaction of its own, so planned that it looks each row up by
 * its key: never by reading a table, however small or empty that was when the connection prepared the plan. With
 * the settings bound to the transaction it is the same through a pooler.
 *
 * All goes out in one write. So a statement whose answer is given up for its silence may still commit; whoever calls
 * must bear that, as with any commit whose answer is lost.
 *
 * @returns the rows, once committed
 */
export async function runBatch<Row extends QueryResultRow>(
  pool: Pool,
  { isDurable, ...statement }: BatchStatement,
): Promise<Row[]> {
  const client = await pool.connect()
  const [, result, end] = await pipeline(client, () => [
    client.query(isDurable ? BEGIN : BEGIN_UNFLUSHED),
    client.query<Row>(statement),
    // After a statement that failed this rolls back.
    client.query('COMMIT'),
  ])
  if (end.status === 'rejected') {
    client.release(end.reason as Error)
    throw result.status === 'rejected' ? result.reason : end.reason
  }
  client.release()
  if (result.status === 'rejected') throw result.reason
  return result.value.rows
}

const begin = (settings: Record<string, string>) =>
  `BEGIN; SELECT ${Object.entries(settings)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')}`

const BY_KEY = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
}
const BEGIN = begin(BY_KEY)
const BEGIN_UNFLUSHED = begin({ ...BY_KEY, synchronous_commit: 'off' })
