import type { Database } from '@throughline/db/client'

/**
 * PostgreSQL's plan of the statement that some work sends, with what it really took. The statement is caught on its
 * way, so that it is the one of the service and no copy of it.
 *
 * @throws Error when the work sends none
 */
export async function explain(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const caught: Statement[] = []
  const send = pool.query.bind(pool) as (...args: unknown[]) => unknown
  const spy = (...args: unknown[]) => {
    if (isStatement(args[0])) caught.push(args[0])
    return send(...args)
  }
  // One of its overloads: what goes in goes on as it is.
  pool.query = spy as typeof pool.query
  try {
    await work()
  } finally {
    pool.query = send as typeof pool.query
  }
  const statement = caught.at(-1)
  if (statement === undefined) throw new Error('no statement was sent')
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(
    `EXPLAIN (ANALYZE, BUFFERS) ${statement.text}`,
    statement.values,
  )
  return rows.map((row) => row['QUERY PLAN'])
}

interface Statement {
  text: string
  values: unknown[]
}

function isStatement(given: unknown): given is Statement {
  return typeof given === 'object' && given !== null && 'text' in given && 'values' in given
}
