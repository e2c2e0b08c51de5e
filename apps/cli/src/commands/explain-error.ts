import {
  isDatabaseMissing,
  isDatabaseUnavailable,
  isLoginRejected,
  isSchemaMissing,
} from '@throughline/db/connection/errors'

/** Says what to do where the words of a driver or of Prisma would not; any other error as it is. */
export function explainError(error: unknown): unknown {
  if (isLoginRejected(error))
    return new Error('The database refused the user or the password in DATABASE_URL.')
  if (isDatabaseMissing(error))
    return new Error(
      'The database that DATABASE_URL names does not exist. Make it: npm run -s cli -- migrate',
    )
  if (isSchemaMissing(error))
    return new Error('The database is not up to date. Run: npm run -s cli -- migrate')
  if (isDatabaseUnavailable(error))
    return new Error('The database does not answer. Check DATABASE_URL, and that the server runs.')
  return error
}
