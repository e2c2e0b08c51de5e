import { randomUUID } from 'node:crypto'
import type { PoolClient } from 'pg'
import type { Database } from '../src/connection/database.js'
import { batchStatement } from '../src/batch/batch-statement.js'

/** Returns a fresh plan of the first statement that `work` sends through the pool. */
export async function explainLast(
  { pool }: Database,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const sent: Statement[] = []
  const watch = (client: PoolClient) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown
    const spy = (...args: unknown[]) => {
      // Batches send one query object with text and values.
      sent.push(args[0] as Statement)
      return send(...args)
    }
    Object.assign(client, { query: spy })
    undo = () => Object.assign(client, { query: send })
  }
  let undo: () => unknown = () => undefined
  pool.once('acquire', watch)
  await work()
  undo()
  const [statement] = sent
  if (statement === undefined) throw new Error('no statement was sent')
  const { rows } = await batchStatement<{ 'QUERY PLAN': string }>(
    { pool },
    {
      name: `explain-${randomUUID()}`,
      text: `EXPLAIN ${statement.text}`,
      values: statement.values,
      isDurable: false,
    },
  )
  return rows.map((row) => row['QUERY PLAN'])
}

interface Statement {
  text: string
  values: (string | null)[]
}
