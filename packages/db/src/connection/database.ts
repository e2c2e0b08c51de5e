import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient, type Prisma } from '../generated/prisma/client.js'
import { applySessionSettings } from './session-settings.js'
import { closeStalledClients } from './dead-connections.js'
import { reportSlowStatements, type SlowStatement } from './slow-statements.js'

/** What query functions take first: the client itself, or the transaction that they run in. */
export type Db = Prisma.TransactionClient

export interface Database {
  /** Typed access, for all that is not on a hot path. */
  readonly prisma: PrismaClient
  /** The pool beneath it, for prepared batch statements. */
  readonly pool: pg.Pool
  close(): Promise<void>
}

export interface DatabaseOptions {
  url: string
  /** Connections at most; 10 unless told. */
  poolMax?: number
  /** How long to wait for a connection before the database counts as away, in milliseconds. */
  connectTimeoutMs?: number
  /** How long one statement may take, in milliseconds; then its connection is cut. Unless told, for ever. */
  statementTimeoutMs?: number
  /** How long a transaction may wait for its next statement, in milliseconds; 15 s unless told. */
  idleInTransactionMs?: number
  /** How long a statement may take before it is reported, in milliseconds; 0 reports none. */
  slowStatementMs?: number
  onSlowStatement?: (slow: SlowStatement) => void
  /** Told of errors of idle connections, which node-postgres would otherwise end the process with. */
  onIdleError?: (error: Error) => void
}

/** Longer than any transaction of ours lasts but for its statements: their own time-outs end them earlier. */
const IDLE_IN_TRANSACTION_MS = 15_000

/** Opens one pool and puts Prisma on top of it. No connection is made before the first query. */
export function openDatabase(options: DatabaseOptions): Database {
  const { connectTimeoutMs = 1_500, idleInTransactionMs = IDLE_IN_TRANSACTION_MS } = options
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.poolMax ?? 10,
    connectionTimeoutMillis: connectTimeoutMs,
    // Before it is looked whether the asker still waits.
    // eslint-disable-next-line @typescript-eslint/no-misused-promises -- it is awaited, whatever its type says
    onConnect: applySessionSettings({ idleInTransactionMs, limitMs: connectTimeoutMs }),
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    ...(options.statementTimeoutMs === undefined
      ? {}
      : { query_timeout: options.statementTimeoutMs }),
  })
  pool.on('error', (error) => options.onIdleError?.(error))
  // The pool listens only while a connection is idle: one that ends between two statements of a transaction would
  // end the process. Its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
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

/**
 * Runs `work` in one transaction and answers its result; a throw rolls back.
 *
 * @param timeoutMs how long the whole transaction may take
 */
export function inTransaction<Result>(
  database: Pick<Database, 'prisma'>,
  work: (db: Db) => Promise<Result>,
  timeoutMs = 10_000,
): Promise<Result> {
  return database.prisma.$transaction(work, { maxWait: 1_500, timeout: timeoutMs })
}
