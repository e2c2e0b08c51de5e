import type { QueryResult, QueryResultRow } from 'pg'
import type { Database } from '../connection/database.js'
import { runPipelinedTransaction, type PreparedStatement } from './pipelined-transaction.js'

export interface BatchStatement extends PreparedStatement {
  /** False: the commit does not wait for the disk, and a crash of the database may undo it. */
  isDurable: boolean
  /** How long to wait for each lock, in milliseconds; no limit by default. */
  lockTimeoutMs?: number
}

/**
 * Runs a prepared statement over many ids in its own transaction, in one write. Its plan never scans a table, and its
 * settings hold through a pooler. A statement whose answer timed out may still commit: callers must tolerate it.
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

/** Settings of the transaction. Returns no row. OFFSET 0 keeps the planner from dropping the unread columns. */
function settings(isDurable: boolean, lockTimeoutMs: number): PreparedStatement {
  return {
    name: 'set-for-batch',
    text: SET,
    values: [isDurable ? null : 'off', String(lockTimeoutMs)],
  }
}
