import { Query, type Connection, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'

/** A prepared statement. Its values are in PostgreSQL's text format, null for NULL. */
export interface PreparedStatement {
  name: string
  text: string
  values: (string | null)[]
}

/** The connection of node-postgres, whose types leave out these messages. */
type Messages = Record<'parse' | 'bind' | 'describe' | 'execute', (message: object) => void> &
  Pick<Connection, 'stream' | 'sync'>

/**
 * Runs two prepared statements of one connection in one transaction, with one write and one answer: without a Sync
 * between them they are one transaction, which its end commits (PostgreSQL, protocol flow, "Pipelining"). BEGIN and
 * COMMIT would each cost an answer, with the system calls of both sides.
 *
 * After a failure the connection must not be used again: what it had prepared is unknown.
 *
 * @param first returns no rows
 * @returns the result of the second, once committed
 */
export function runPipelinedTransaction<Row extends QueryResultRow>(
  client: PoolClient,
  first: PreparedStatement,
  second: PreparedStatement,
): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const query = new Query<Row>(second, (error, result) => {
      if (error) reject(error)
      else resolve(lastOf(result))
    })
    query.submit = (connection) => send(connection as unknown as Messages, [first, second])
    client.query(query)
  })
}

/** There are two results, because each statement completed. */
function lastOf<Result>(results: Result | Result[]): Result {
  const last = Array.isArray(results) ? results.at(-1) : results
  if (last === undefined) throw new Error('PostgreSQL answered nothing')
  return last
}

/** The names of the statements that a connection has prepared. */
const prepared = new WeakMap<object, Set<string>>()

function send(connection: Messages, statements: PreparedStatement[]): void {
  const known = prepared.get(connection) ?? new Set<string>()
  prepared.set(connection, known)
  connection.stream.cork()
  try {
    for (const [index, { name, text, values }] of statements.entries()) {
      if (!known.has(name)) connection.parse({ name, text })
      known.add(name)
      connection.bind({ statement: name, values })
      if (index === statements.length - 1) connection.describe({ type: 'P', name: '' })
      connection.execute({})
    }
    connection.sync()
  } finally {
    connection.stream.uncork()
  }
}
