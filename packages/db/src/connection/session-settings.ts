import type { ClientBase } from 'pg'

export interface SessionGuard {
  idleInTransactionMs: number
  /** For the statement that sets it. */
  limitMs: number
}

/**
 * Sets, on a new connection, what the guarantees depend on:
 *
 * - PostgreSQL ends a transaction whose process froze or lost its network, and with it its locks, which it would
 *   otherwise hold forever.
 * - A statement that waits for a lock ends within seconds after its connection was cut. Otherwise, while a lock is held
 *   for long, abandoned statements would use up all connections (PostgreSQL 14 and newer, not on Windows).
 * - A commit waits for the disk even if `synchronous_commit` is off for the role, the database or the server: a crash
 *   would lose what was accepted. Any other value stays, and so does what a transaction sets itself.
 *
 * Set by a statement, because poolers reject startup parameters that they do not know. Behind a pooler that gives each
 * transaction another session, the settings hold only where they happened to be set; commits that must be durable set
 * theirs.
 *
 * @throws if they could not be set: nothing may be written on that connection
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
