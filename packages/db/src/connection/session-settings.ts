import type { ClientBase } from 'pg'

export interface SessionGuard {
  /** How long a transaction may wait for its next statement. */
  idleInTransactionMs: number
  /** For setting it. */
  limitMs: number
}

/**
 * Sets, for a new connection, what the promises rest on:
 *
 * - a transaction whose process has frozen, or lost its network, is ended by PostgreSQL after so long, and its locks
 *   with it: for everybody else it would hold them for ever;
 * - a statement that waits for a lock ends within seconds when its connection was cut: while a lock is held for long,
 *   those that were given up would use up all connections (PostgreSQL 14 and newer, not on Windows);
 * - a commit waits for the disk where `synchronous_commit` is off for the role, the database or the server: what is
 *   accepted would be lost by a crash. Any other value stays, and so does what a transaction says of its own.
 *
 * By a statement, since poolers refuse startup parameters that they do not know. Behind one that gives each transaction
 * another session they hold where they happened to be set; commits that must be durable see to it themselves.
 *
 * @throws when it could not be set: nothing is to be written on that connection
 */
export function applySessionSettings({ idleInTransactionMs, limitMs }: SessionGuard) {
  // Its types know the limit of a client, and not of a query.
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
