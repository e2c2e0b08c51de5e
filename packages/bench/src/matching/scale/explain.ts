import type { Database } from '@throughline/db/connection/database'
import { batchStatement } from '@throughline/db/batch/batch-statement'
import type { PoolClient } from 'pg'

/** Returns PostgreSQL's plan of the statement that `work` sends. @throws Error if it sends none */
export async function explain(
  { pool }: Pick<Database, 'pool'>,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const caught: Statement[] = []
  const undo: (() => void)[] = []
  const watch = (client: PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const spy = (...args: unknown[]) => {
      if (isStatement(args[0])) caught.push(args[0])
      return send(...args)
    }
    Object.assign(client, { query: spy })
    undo.push(() => Object.assign(client, { query: send }))
  }
  pool.on('acquire', watch)
  try {
    await work()
  } finally {
    pool.off('acquire', watch)
    for (const step of undo.toReversed()) step()
  }
  const statement = caught.at(-1)
  if (statement === undefined) throw new Error('no statement was sent')
  const { text, values } = statement
  const { rows } = await batchStatement<{ 'QUERY PLAN': string }>(
    { pool },
    {
      name: 'explain',
      text: `EXPLAIN (ANALYZE, BUFFERS) ${text}`,
      values,
      isDurable: false,
    },
  )
  return rows.map((row) => row['QUERY PLAN'])
}

interface Statement {
  text: string
  values: (string | null)[]
}

function isStatement(given: unknown): given is Statement {
  return typeof given === 'object' && given !== null && 'text' in given && 'values' in given
}
