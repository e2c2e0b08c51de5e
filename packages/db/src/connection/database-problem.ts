import { causes, isDatabaseUnavailable } from './unavailable.js'

export const POSTGRESQL_AWAY = 'PostgreSQL is away'

/** Why the database can't be used, for a readiness probe: it names PostgreSQL and what to do, and no address. */
export function databaseProblem(error: unknown): string {
  if (isDatabaseUnavailable(error)) return POSTGRESQL_AWAY
  if (hasCode(error, REFUSED) || isPasswordMissing(error))
    return 'PostgreSQL refused the user or the password of DATABASE_URL'
  if (hasCode(error, NO_DATABASE))
    return 'PostgreSQL has no database of the name in DATABASE_URL: run the migrate command'
  if (hasCode(error, NO_TABLE))
    return 'PostgreSQL: the database is not migrated: run the migrate command'
  return 'PostgreSQL refused a statement: see the log'
}

/** SQLSTATE and Prisma: invalid password, invalid authorization. */
const REFUSED = new Set(['28P01', '28000', 'P1000', 'P1010'])
const NO_DATABASE = new Set(['3D000', 'P1003'])
const NO_TABLE = new Set(['42P01', '3F000', 'P2021'])

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return causes(error).some((cause) => {
    const { code, originalCode } = cause as Record<string, unknown>
    return [code, originalCode].some((one) => typeof one === 'string' && codes.has(one))
  })
}

/** node-postgres ends the handshake itself when the URL has no password and the server wants one. */
function isPasswordMissing(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('SASL')
}
