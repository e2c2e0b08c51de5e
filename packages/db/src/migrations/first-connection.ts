import { setTimeout as sleep } from 'node:timers/promises'
import { KeyRingError, type KeyRing } from '@throughline/core/security/key-ring'
import { openDatabase, type Database } from '../connection/database.js'
import { databaseProblem, POSTGRESQL_UNAVAILABLE } from '../connection/errors.js'
import {
  checkDirectConnection,
  checkSameDatabase,
  directVariable,
  PoolerError,
  type DirectConnection,
} from '../connection/pooler-check.js'
import { checkServerVersion, ServerVersionError } from '../connection/server-version.js'
import { findMissingMigrations } from './migrate.js'
import { openRootSecret } from '../connection/root-secret.js'

export interface FirstConnection {
  /** Why the process is not ready, or null. */
  problem(): string | null
  /** Rejects with KeyRingError, with PoolerError for an unusable direct URL, or with ServerVersionError. All are final. */
  readonly rootSecret: Promise<Buffer>
  /** Resolves once the first attempt has ended, or has taken 2 s. */
  readonly firstAttempt: Promise<void>
  close(): Promise<void>
}

export interface FirstConnectionOptions extends DirectConnection {
  keyRing: KeyRing
  /** Called when the reason to wait changes. */
  onProblem: (problem: string, error: unknown) => void
}

/** A busy server may take long to let the first connection in. */
const CONNECT_MS = 10_000
const STATEMENT_MS = 10_000
const FIRST_ATTEMPT_MS = 2_000
const RETRY_MS = 500
/** Retry interval until the operator has migrated the database. */
const RETRY_SCHEMA_MS = 5_000

export function openFirstConnection(options: FirstConnectionOptions): FirstConnection {
  const stop = new AbortController()
  let problem: string | null = POSTGRESQL_UNAVAILABLE
  let reported: string | null = null
  let endFirstAttempt: () => void = () => undefined
  const firstAttempt = new Promise<void>((resolve) => {
    endFirstAttempt = resolve
    setTimeout(resolve, FIRST_ATTEMPT_MS).unref()
  })
  const connect = async (): Promise<Buffer> => {
    const database = openDatabase({
      url: options.databaseUrl,
      poolMax: 1,
      connectTimeoutMs: CONNECT_MS,
      statementTimeoutMs: STATEMENT_MS,
    })
    const checks = [() => attemptDirect(options), () => attemptSame(database, options)]
    try {
      for (;;) {
        const found = (await attemptChecks(checks)) ?? (await attempt(database, options.keyRing))
        if ('rootSecret' in found) {
          problem = null
          return found.rootSecret
        }
        problem = found.problem
        endFirstAttempt()
        stop.signal.throwIfAborted()
        if (problem !== reported) options.onProblem(problem, found.error)
        reported = problem
        await sleep(found.retryMs, undefined, { signal: stop.signal })
      }
    } finally {
      await database.close().catch(() => undefined)
    }
  }
  const connecting = connect()
  const settled = connecting.then(
    () => undefined,
    () => undefined,
  )
  return {
    problem: () => problem,
    rootSecret: unlessStopped(connecting, stop.signal),
    firstAttempt: Promise.race([firstAttempt, settled]),
    close: () => {
      stop.abort()
      return settled
    },
  }
}

interface Unusable {
  problem: string
  error: unknown
  retryMs: number
}
type Attempt = { rootSecret: Buffer } | Unusable

/** Removes each check that has passed. */
async function attemptChecks(checks: (() => Promise<Unusable | null>)[]): Promise<Unusable | null> {
  for (let check = checks[0]; check !== undefined; check = checks[0]) {
    const unusable = await check()
    if (unusable !== null) return unusable
    checks.shift()
  }
  return null
}

async function attemptDirect(urls: DirectConnection): Promise<Unusable | null> {
  try {
    await checkDirectConnection(urls)
    return null
  } catch (error) {
    if (error instanceof PoolerError) throw error
    return { problem: databaseProblem(error, directVariable(urls)), error, retryMs: RETRY_MS }
  }
}

async function attemptSame(database: Database, urls: DirectConnection): Promise<Unusable | null> {
  try {
    await checkSameDatabase(database, urls)
    return null
  } catch (error) {
    if (error instanceof PoolerError) throw error
    return { problem: databaseProblem(error), error, retryMs: RETRY_MS }
  }
}

async function attempt(database: Database, keyRing: KeyRing): Promise<Attempt> {
  try {
    await checkServerVersion(database.pool)
    const missing = await findMissingMigrations(database.pool)
    if (missing.length > 0) return schemaBehind(missing)
    return { rootSecret: await openRootSecret(database, keyRing) }
  } catch (error) {
    if (error instanceof KeyRingError || error instanceof ServerVersionError) throw error
    return { problem: databaseProblem(error), error, retryMs: RETRY_MS }
  }
}

const NAMED = 3
const SCHEMA_BEHIND = 'PostgreSQL: the schema is behind this version'

/** Whether a problem of `FirstConnection` is a missing migration. PostgreSQL is available then. */
export function isSchemaBehind(problem: string): boolean {
  return problem.startsWith(SCHEMA_BEHIND)
}

function schemaBehind(missing: string[]): Unusable {
  const names = missing.slice(0, NAMED).join(', ')
  const more = missing.length > NAMED ? ` and ${missing.length - NAMED} more` : ''
  return {
    problem: `${SCHEMA_BEHIND}: run the migrate command. Missing: ${names}${more}`,
    error: undefined,
    retryMs: RETRY_SCHEMA_MS,
  }
}

/** Never settles once stopped: the process ends. */
function unlessStopped<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    work.then(resolve, (error: unknown) => {
      if (!signal.aborted) reject(error instanceof Error ? error : new Error(String(error)))
    })
  })
}
