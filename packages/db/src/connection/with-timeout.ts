import { withTimeout } from '@throughline/core/lib/with-timeout'
import type { Database } from './database.js'

/** Longer than a connection may take, and shorter than the 2 s within which a caller gets its response. */
const TIMEOUT_MS = 1_800

/** The database accepted a connection but does not respond; `isDatabaseUnavailable` recognizes the code. */
class DatabaseTimeoutError extends Error {
  override name = 'DatabaseTimeoutError'
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
    () => new DatabaseTimeoutError(`The database did not respond within ${ms} ms`),
  )
}

/** Resolves when the database responds. @throws like `withDatabaseTimeout` */
export async function pingDatabase({ pool }: Pick<Database, 'pool'>): Promise<void> {
  await withDatabaseTimeout(pool.query('SELECT 1'))
}
