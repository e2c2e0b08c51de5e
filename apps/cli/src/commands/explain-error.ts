import { isDatabaseUnavailable } from '@throughline/db/connection/unavailable'

/** Says what to do where the words of a driver or of Prisma would not; any other error as it is. */
export function explainError(error: unknown): unknown {
  const codes = codesOf(error)
  const has = (...known: string[]) => codes.some((code) => known.includes(code))
  if (has('P1000', '28P01', '28000'))
    return new Error('The database refused the user or the password in DATABASE_URL.')
  if (has('P1003', '3D000'))
    return new Error(
      'The database that DATABASE_URL names does not exist. Make it: npm run -s cli -- migrate',
    )
  if (has('P2021', 'P2022', '42P01', '42703', '42883'))
    return new Error('The database is not up to date. Run: npm run -s cli -- migrate')
  if (isDatabaseUnavailable(error))
    return new Error('The database does not answer. Check DATABASE_URL, and that the server runs.')
  return error
}

/** Of the error and of what Prisma wraps in it. */
function codesOf(error: unknown): string[] {
  if (typeof error !== 'object' || error === null) return []
  const { code, originalCode, cause, meta, driverAdapterError } = error as Record<string, unknown>
  const own = [code, originalCode].filter((value) => typeof value === 'string')
  return [...own, ...[cause, meta, driverAdapterError].flatMap(codesOf)]
}
