import { findDatabaseProblem, POSTGRESQL_UNAVAILABLE } from '@throughline/db/connection/errors'

/**
 * Explains errors whose driver or Prisma message does not help the operator; returns others unchanged.
 *
 * @param variable of the URL that was used
 */
export function explainError(error: unknown, variable = 'DATABASE_URL'): unknown {
  const problem = findDatabaseProblem(error, variable)
  if (problem === null) return error
  return new Error(
    problem === POSTGRESQL_UNAVAILABLE
      ? `${problem}: check ${variable} and that the server is running`
      : problem,
  )
}
