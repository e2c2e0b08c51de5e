import type { ClientBase } from 'pg'

export interface SessionGuard {
  idleInTransactionMs: number
  /** The timeout of the statement that applies the settings. */
  limitMs: number
}

/**
 * Applies the settings that the guarantees require to a new connection. PostgreSQL then ends the transactions of a
 * frozen process, and the lock waits of a cut connection (14 and newer, not on Windows). Commits wait for the disk even
 * if the role, database or server has `synchronous_commit` off. Uses a statement, because poolers reject unknown
 * startup parameters. Behind a pooler, durable commits set their own. @throws if the settings fail: nothing may be
 * written on that connection
 */
export function applySessionSettings({ idleInTransactionMs, limitMs }: SessionGuard) {
  // The types of node-postgres know this limit for a client, but not for a query.
  const statement = { text: GUARD, values: [String(idleInTransactionMs)], query_timeout: limitMs }
  return async (client: ClientBase) => {
    await client.query(statement)
  }
}

const GUARD = `
SELECT set_config('idle_in_transaction_session_timeout', $1, false),
       CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END,
       (SELECT set_config(name, '5s', false) FROM pg_settings
         WHERE name = 'client_connection_check_interval' AND version() !~* 'mingw|windows|visual c')`
