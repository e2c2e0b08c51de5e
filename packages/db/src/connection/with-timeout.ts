import { withTimeout } from '@throughline/core/lib/with-timeout'
import type { Database } from './database.js'

/** More than connecting may take, and less than the 2 s within which a caller gets its answer. */
const TIMEOUT_MS = 1_800

/** The database keeps a connection and does not answer; `isDatabaseUnavailable` recognizes the code. */
class DatabaseSilentError extends Error {
  override name = 'DatabaseSilentError'
  readonly code = 'ETIMEDOUT'
}

/** Settles like `lookup`, or rejects after `ms` (1.8 s) with an isDatabaseUnavailable error, ignoring the result. */
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
