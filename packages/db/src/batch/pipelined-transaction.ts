import { Query, type Connection, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'

/** A prepared statement; its values are texts as PostgreSQL reads them, null for NULL. */
export interface PreparedStatement {
  name: string
  text: string
  values: (string | null)[]
}

/** What node-postgres has and its types say less about: the messages that one Sync ends. */
type Messages = Record<'parse' | 'bind' | 'describe' | 'execute', (message: object) => void> &
  Pick<Connection, 'stream' | 'sync'>

/**
 * Runs prepared statements of one connection in one transaction, with one write and one answer: without a Sync
 * between them they are one (PostgreSQL, protocol flow, "Pipelining"), which its end commits. BEGIN and COMMIT would
 * each cost an answer, and both sides' system calls for it.
 *
 * A connection on which this has failed is not to be used again: what it had prepared is not known.
 *
 * @param first answers no rows
 * @returns what the second answered, once committed
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

/** There are two, since each statement has completed. */
function lastOf<Result>(results: Result | Result[]): Result {
  const last = Array.isArray(results) ? results.at(-1) : results
  if (last === undefined) throw new Error('PostgreSQL answered nothing')
  return last
}

/** The names of what a connection has prepared. */
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
