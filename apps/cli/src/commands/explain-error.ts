import {
  isDatabaseMissing,
  isDatabaseUnavailable,
  isLoginRejected,
  isSchemaMissing,
} from '@throughline/db/connection/errors'

/** Explains errors whose driver or Prisma message does not help the operator; returns others unchanged. */
export function explainError(error: unknown): unknown {
  if (isLoginRejected(error))
    return new Error('The database rejected the user or the password in DATABASE_URL.')
  if (isDatabaseMissing(error))
    return new Error(
      'The database in DATABASE_URL does not exist. Create it: npm run -s cli -- migrate',
    )
  if (isSchemaMissing(error))
    return new Error('The database is not up to date. Run: npm run -s cli -- migrate')
  if (isDatabaseUnavailable(error))
    return new Error(
      'The database does not respond. Check DATABASE_URL and that the server is running.',
    )
  return error
}
