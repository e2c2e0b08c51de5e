import { withTimeout } from '@throughline/core/lib/with-timeout'
import type { Database } from './database.js'

/** More than connecting may take, and less than the 2 s within which a caller gets its answer. */
const TIMEOUT_MS = 1_800

/** The database keeps a connection and does not answer; `isDatabaseUnavailable` recognizes the code. */
class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError'
  readonly code = 'ETIMEDOUT'
}

/**
 * Settles like `lookup`, a quick statement by a key, or rejects when the database does not answer in time, as behind a
 * network that drops packets. A later result of `lookup` is ignored.
 *
 * @throws an isDatabaseUnavailable error after 1.8 s, or after `ms` milliseconds
 */
export function withDatabaseTimeout<Result>(
  lookup: Promise<Result>,
  ms = TIMEOUT_MS,
): Promise<Result> {
  return withTimeout(
    lookup,
    ms,
    () => new DatabaseSilentError(`No answer from the database in ${ms} ms`),
  )
}

/** Resolves when the database answers. @throws as `withDatabaseTimeout` */
export async function pingDatabase({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await withDatabaseTimeout(pool.query('SELECT 1'))
}
