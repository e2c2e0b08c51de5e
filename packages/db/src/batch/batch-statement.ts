import type { QueryResult, QueryResultRow } from 'pg'
import type { Database } from '../connection/database.js'
import { runPipelinedTransaction, type PreparedStatement } from './pipelined-transaction.js'

export interface BatchStatement extends PreparedStatement {
  /** False where a crash of the database may undo it: the commit does not wait for the disk. */
  isDurable: boolean
  /** How long to wait for each lock, in milliseconds; for ever unless told. */
  lockTimeoutMs?: number
}

/**
 * Runs one prepared statement over many ids in a transaction of its own, so planned that it looks each row up by
 * its key: never by reading a table, however small or empty that was when the connection prepared the plan. With
 * the settings bound to the transaction it is the same through a pooler.
 *
 * All goes out in one write. So a statement whose answer is given up for its silence may still commit; whoever calls
 * must bear that, as with any commit whose answer is lost.
 *
 * @returns what it answered, once committed
 */
export async function batchStatement<Row extends QueryResultRow>(
  { pool }: Pick<Database, 'pool'>,
  { isDurable, lockTimeoutMs = 0, ...statement }: BatchStatement,
): Promise<QueryResult<Row>> {
  const client = await pool.connect()
  try {
    const result = await runPipelinedTransaction<Row>(
      client,
      settings(isDurable, lockTimeoutMs),
      statement,
    )
    client.release()
    return result
  } catch (error) {
    client.release(error as Error)
    throw error
  }
}

const PLANNING = {
  enable_seqscan: 'off',
  enable_bitmapscan: 'off',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  enable_material: 'off',
  jit: 'off',
  plan_cache_mode: 'force_generic_plan',
}
const SET = `
SELECT FROM (
  SELECT concat(${Object.entries(PLANNING)
    .map(([name, value]) => `set_config('${name}', '${value}', true)`)
    .join(', ')},
    set_config('synchronous_commit', coalesce($1, nullif(current_setting('synchronous_commit'), 'off'), 'on'), true), set_config('lock_timeout', $2, true)) AS all_set OFFSET 0
) AS s WHERE all_set = ''`

/** For the transaction; it answers no row, and OFFSET 0 keeps the planner from leaving out what nobody reads. */
function settings(isDurable: boolean, lockTimeoutMs: number): PreparedStatement {
  return {
    name: 'set-for-batch',
    text: SET,
    values: [isDurable ? null : 'off', String(lockTimeoutMs)],
  }
}
