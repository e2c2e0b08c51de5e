import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient, type Prisma } from '../generated/prisma/client.js'
import { reportSlowStatements, type SlowStatement } from './slow-statements.js'
import { dropStatementNames } from './statement-names.js'

/** The first parameter of query functions: the client, or a transaction. */
export type Db = Prisma.TransactionClient

export interface Database {
  readonly prisma: PrismaClient
  /** The connection pool of the client. Only connection/, batch/ and migrations/ use it. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  /** Whether a pooler in transaction mode may be between: sessions then keep nothing from one transaction to the next. */
  isPooled?: boolean
  poolMax?: number
  /** How long to wait for a connection before the database counts as unavailable, in milliseconds. */
  connectTimeoutMs?: number
  /** How long one statement may take, in milliseconds; then its connection is closed. No limit by default. */
  statementTimeoutMs?: number
  /** How long a transaction may wait for its next statement, in milliseconds; 15 s by default. */
  idleInTransactionMs?: number
  /** How long a statement may take before it is reported, in milliseconds; 0 reports none. */
  slowStatementMs?: number
  onSlowStatement?: (slow: SlowStatement) => void
  /** Gets errors of idle connections, which would otherwise end the process. */
  onIdleError?: (error: Error) => void
}

/** Longer than any transaction waits between its statements; their timeouts end it earlier. */
const IDLE_IN_TRANSACTION_MS = 15_000

export function openDatabase(options: DatabaseOptions): Database {
  const { connectTimeoutMs = 1_500, idleInTransactionMs = IDLE_IN_TRANSACTION_MS } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    // Runs before the pool checks whether the caller still waits.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- it is awaited, whatever its type says
    onConnect: applySessionSettings({ idleInTransactionMs, limitMs: connectTimeoutMs }),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(options.statementTimeoutMs === undefined
      ? {}
      : { query_timeout: options.statementTimeoutMs }),
  })
  pool.on('error', (error) => options.onIdleError?.(error))
  // The pool handles only errors of idle connections; one that ends within a transaction would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined))
  // Before the reports of slow statements, which show the name.
  if (options.isPooled === true) dropStatementNames(pool)
  closeStalledClients(pool)
  const { slowStatementMs = 0, onSlowStatement } = options
  if (slowStatementMs > 0 && onSlowStatement !== undefined)
    reportSlowStatements(pool, slowStatementMs, onSlowStatement)
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool) })
  const close = async () => {
    await prisma.$disconnect()
    await pool.end()
  }
  return { prisma, pool, close }
}

/** Closes a connection whose statement timed out: a later caller would get its result or its open transaction. */
function closeStalledClients(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => unknown
    const watched = (...args: unknown[]): unknown => {
      const result = query(...args)
      if (result instanceof Promise) result.catch((error: unknown) => closeIfStalled(client, error))
      return result
    }
    Object.assign(client, { query: watched })
  })
}

function closeIfStalled(client: pg.PoolClient, error: unknown): void {
  if (!(error instanceof Error) || error.message !== 'Query read timeout') return
  // With an unanswered statement this closes the socket instead of waiting.
  void (client as pg.PoolClient & Pick<pg.Client, 'end'>).end().catch(() => undefined)
}

/** Runs `work` in one transaction of at most `timeoutMs` and returns its result; a throw rolls back. */
export function inTransaction<Result>(
  database: Pick<Database, 'prisma'>,
  work: (db: Db) => Promise<Result>,
  timeoutMs = 10_000,
): Promise<Result> {
  return database.prisma.$transaction(work, { maxWait: 1_500, timeout: timeoutMs })
}

interface SessionGuard {
  idleInTransactionMs: number
  /** The timeout of the statement that applies the settings. */
  limitMs: number
}

/**
 * Applies the settings that the guarantees require: PostgreSQL ends the transactions of a frozen process and the lock
 * waits of a cut connection (14 and newer, not on Windows), and commits wait for the disk whatever the server's
 * `synchronous_commit`. A statement, because poolers reject unknown startup parameters; behind one, durable commits set
 * their own. @throws if the settings fail: nothing may be written on that connection
 */
function applySessionSettings({ idleInTransactionMs, limitMs }: SessionGuard) {
  // The types of node-postgres know this limit for a client, but not for a query.
  const statement = { text: GUARD, values: [String(idleInTransactionMs)], query_timeout: limitMs }
  return async (client: pg.ClientBase) => {
    await client.query(statement)
  }
}

const GUARD = `
SELECT set_config('idle_in_transaction_session_timeout', $1, false),
       CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END,
       (SELECT set_config(name, '5s', false) FROM pg_settings
         WHERE name = 'client_connection_check_interval' AND version() !~* 'mingw|windows|visual c')`
