import { keepsStatementNames } from '../connection/statement-names.js'
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
 * Runs two prepared statements in one transaction and one round trip, without a Sync between them (PostgreSQL, protocol
 * flow, "Pipelining"). After a failure the connection must not be used again.
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
    const statements = keepsStatementNames(client)
      ? [first, second]
      : [first, second].map((statement) => ({ ...statement, name: '' }))
    query.submit = (connection) => send(connection as unknown as Messages, statements)
    client.query(query)
  })
}

/** There are two results, because each statement completed. */
function lastOf<Result>(results: Result | Result[]): Result {
  const last = Array.isArray(results) ? results.at(-1) : results
  if (last === undefined) throw new Error('PostgreSQL returned no result')
  return last
}

const prepared = new WeakMap<object, Set<string>>()

function send(connection: Messages, statements: PreparedStatement[]): void {
  const known = prepared.get(connection) ?? new Set<string>()
  prepared.set(connection, known)
  connection.stream.cork()
  try {
    for (const [index, { name, text, values }] of statements.entries()) {
      if (!known.has(name)) connection.parse({ name, text })
      if (name !== '') known.add(name)
      connection.bind({ statement: name, values })
      if (index === statements.length - 1) connection.describe({ type: 'P', name: '' })
      connection.execute({})
    }
    connection.sync()
  } finally {
    connection.stream.uncork()
  }
}
