import type pg from 'pg'

const WITHOUT_NAMES = new WeakSet<object>()

// Prepared statements of this pool are parsed each time: a pooler in transaction mode gives each transaction another
// session, which may have the name already, or not yet.
export function dropStatementNames(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    WITHOUT_NAMES.add(client)
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const unnamed = (statement: unknown, ...rest: unknown[]): unknown =>
      query(isNamed(statement) ? { ...statement, name: undefined } : statement, ...rest)
    Object.assign(client, { query: unnamed })
  })
}

/** Whether prepared statements keep their names on this connection. */
export function keepsStatementNames(client: pg.PoolClient): boolean {
  return !WITHOUT_NAMES.has(client)
}

/** A `Query`, which sends itself, is not one. */
function isNamed(statement: unknown): statement is { name: string } {
  return (
    typeof statement === 'object' &&
    statement !== null &&
    'name' in statement &&
    !('submit' in statement)
  )
}
