import type { Pool, QueryResultRow } from 'pg'

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
 * @returns the rows, once committed
 */
export async function runBatch<Row extends QueryResultRow>(
  pool: Pool,
  { isDurable, ...statement }: BatchStatement,
): Promise<Row[]> {
  const client = await pool.connect()
  try {
    await client.query(isDurable ? BEGIN : BEGIN_UNFLUSHED)
    const { rows } = await client.query<Row>(statement)
    await client.query('COMMIT')
    client.release()
    return rows
  } catch (error) {
    await client.query('ROLLBACK').then(
      () => client.release(),
      (lost: unknown) => client.release(lost as Error),
    )
    throw error
  }
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
