/**
 * Whether the database was unavailable or accepted no connection, as opposed to rejecting a statement. No other code
 * decides this.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causes(error).some(meansUnavailable) || isLoginRejected(error) || isDatabaseMissing(error)
}

export function isLockTimeout(error: unknown): boolean {
  return hasCode(error, LOCK_TIMEOUT)
}

export function isStatementTimeout(error: unknown): boolean {
  return hasCode(error, STATEMENT_TIMEOUT)
}

export function isDeadlock(error: unknown): boolean {
  return hasCode(error, DEADLOCK)
}

export function isUniqueViolation(error: unknown): boolean {
  return hasCode(error, UNIQUE_VIOLATION)
}

export function isTableMissing(error: unknown): boolean {
  return hasCode(error, TABLE_MISSING)
}

/** Whether the database lacks a table, a column or a function that a statement names. */
export function isSchemaMissing(error: unknown): boolean {
  return hasCode(error, SCHEMA_MISSING)
}

export function isLoginRejected(error: unknown): boolean {
  return hasCode(error, LOGIN_REJECTED) || says(error, LOGIN_REJECTED_TEXT)
}

export function isDatabaseMissing(error: unknown): boolean {
  return hasCode(error, DATABASE_MISSING)
}

export const POSTGRESQL_UNAVAILABLE = 'PostgreSQL is unavailable'

/** Returns why the database is unusable and the remedy, without an address. @param variable of the URL that was used */
export function databaseProblem(error: unknown, variable = 'DATABASE_URL'): string {
  return findDatabaseProblem(error, variable) ?? 'PostgreSQL refused a statement: see the log'
}

/** Like `databaseProblem`, but null for an error of a single statement or of something else. */
export function findDatabaseProblem(error: unknown, variable: string): string | null {
  if (isLoginRejected(error)) return `PostgreSQL refused the user or the password of ${variable}`
  if (isDatabaseMissing(error))
    return `PostgreSQL has no database of the name in ${variable}: run the migrate command`
  if (isDatabaseUnavailable(error)) return POSTGRESQL_UNAVAILABLE
  const tls = tlsProblem(error)
  if (tls !== null) return `${tls} in ${variable}`
  if (isSchemaMissing(error))
    return 'PostgreSQL: the database is not migrated: run the migrate command'
  return null
}

/** Why TLS to PostgreSQL failed, and the remedy; null if it did not. */
function tlsProblem(error: unknown): string | null {
  if (hasCode(error, CERTIFICATE_UNTRUSTED) || says(error, CERTIFICATE_UNTRUSTED_TEXT))
    return 'PostgreSQL has a certificate of an unknown authority: set sslrootcert to the file of the authority'
  if (hasCode(error, CERTIFICATE_OF_OTHER_HOST) || says(error, CERTIFICATE_OF_OTHER_HOST_TEXT))
    return 'PostgreSQL has a certificate of another host: use a host name of the certificate'
  return says(error, NO_TLS)
    ? 'PostgreSQL does not accept TLS: turn it on in the server, or remove sslmode'
    : null
}

/** What node-postgres reports if the server refuses TLS. */
const NO_TLS = /^The server does not support SSL connections$/
const CERTIFICATE_UNTRUSTED = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])
const CERTIFICATE_UNTRUSTED_TEXT =
  /^(self[- ]signed certificate|unable to get (local )?issuer certificate|unable to verify the first certificate)/
const CERTIFICATE_OF_OTHER_HOST = new Set(['ERR_TLS_CERT_ALTNAME_INVALID'])
const CERTIFICATE_OF_OTHER_HOST_TEXT = /^Hostname\/IP does not match certificate's altnames/

// SQLSTATE codes, and Prisma's codes for them.
const LOCK_TIMEOUT = new Set(['55P03'])
const STATEMENT_TIMEOUT = new Set(['57014'])
const DEADLOCK = new Set(['40P01'])
const UNIQUE_VIOLATION = new Set(['23505', 'P2002'])
const TABLE_MISSING = new Set(['42P01', 'P2021'])
const SCHEMA_MISSING = new Set([...TABLE_MISSING, '42703', '42883', '3F000', 'P2022'])
const LOGIN_REJECTED = new Set(['28P01', '28000', 'P1000', 'P1010'])
/**
 * node-postgres ends the handshake itself when the URL has no password and the server wants one. PgBouncer gives these
 * errors the code of a protocol violation.
 */
const LOGIN_REJECTED_TEXT = /^(SASL|password authentication failed)/
const DATABASE_MISSING = new Set(['3D000', 'P1003'])

/** Prisma: can't reach, timed out, closed, pool exhausted, transaction could not start or was lost. */
const PRISMA_CODES = new Set(['P1001', 'P1002', 'P1008', 'P1017', 'P2024', 'P2028', 'P2037'])
const NODE_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
])
const ADAPTER_KINDS = new Set([
  'DatabaseNotReachable',
  'ConnectionClosed',
  'SocketTimeout',
  'TooManyConnections',
])
/**
 * SQLSTATE: connection exceptions, shutdown, crash, too many connections, read-only, ended while frozen, a database with
 * ALLOW_CONNECTIONS false.
 */
const SQLSTATE = /^(08...|57P0[1-5]|53300|25006|25P03|55000)$/
const PG_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Cannot use a pool after calling end)/

function meansUnavailable(error: object): boolean {
  const { kind, message } = error as Record<string, unknown>
  if (typeof kind === 'string' && ADAPTER_KINDS.has(kind)) return true
  const means = (code: string) =>
    PRISMA_CODES.has(code) || NODE_CODES.has(code) || SQLSTATE.test(code)
  return codesOf(error).some(means) || (typeof message === 'string' && PG_MESSAGES.test(message))
}

function hasCode(error: unknown, codes: ReadonlySet<string>): boolean {
  return causes(error).some((cause) => codesOf(cause).some((code) => codes.has(code)))
}

function codesOf(error: object): string[] {
  const { code, originalCode } = error as Record<string, unknown>
  return [code, originalCode].filter((one) => typeof one === 'string')
}

/** Prisma keeps of an error of TLS only its message, as the reason. */
function says(error: unknown, pattern: RegExp): boolean {
  return causes(error).some((cause) => {
    const { message, reason } = cause as Record<string, unknown>
    return [message, reason].some((text) => typeof text === 'string' && pattern.test(text))
  })
}

/** An error and all that it wraps, as Prisma does in `meta.driverAdapterError.cause`. */
function causes(error: unknown): object[] {
  const found: object[] = []
  const queue = [error]
  while (queue.length > 0 && found.length < 20) {
    const next = queue.shift()
    if (typeof next !== 'object' || next === null || found.includes(next)) continue
    found.push(next)
    const { cause, meta, driverAdapterError, errors } = next as Record<string, unknown>
    const aggregated = Array.isArray(errors) ? (errors as unknown[]) : []
    queue.push(cause, meta, driverAdapterError, ...aggregated)
  }
  return found
}
