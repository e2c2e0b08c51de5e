/**
 * Says whether an error means that the database could not be reached or went away, as against a
 * statement that it refused. Looks through Prisma's wrapping (`meta.driverAdapterError.cause`).
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causes(error).some(meansAway)
}

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
 * SQLSTATE: connection exceptions, operator intervention (shutdown, crash, starting up), too many connections, a
 * transaction that was ended since this process had frozen.
 */
const SQLSTATE = /^(08...|57P0[1-5]|53300|25006|25P03)$/
const PG_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Cannot use a pool after calling end)/

function meansAway(error: object): boolean {
  const { code, kind, originalCode, message } = error as Record<string, unknown>
  if (typeof kind === 'string' && ADAPTER_KINDS.has(kind)) return true
  for (const value of [code, originalCode]) {
    if (typeof value !== 'string') continue
    if (PRISMA_CODES.has(value) || NODE_CODES.has(value) || SQLSTATE.test(value)) return true
  }
  return typeof message === 'string' && PG_MESSAGES.test(message)
}

/** An error and all that it wraps. */
export function causes(error: unknown): object[] {
  const found: object[] = []
  const queue = [error]
  while (queue.length > 0 && found.length < 20) {
    const next = queue.shift()
    if (typeof next !== 'object' || next === null || found.includes(next)) continue
    found.push(next)
    const { cause, meta, driverAdapterError, errors } = next as Record<string, unknown>
    queue.push(
      cause,
      meta,
      driverAdapterError,
      ...(Array.isArray(errors) ? (errors as unknown[]) : []),
    )
  }
  return found
}
