import type { KeyRing } from '@throughline/core/key-ring'
import { makeSealedRoot, openSealedRoot } from '@throughline/core/root-secret'
import type { Database } from './client.js'
import { findOrInsertSealedRoot } from './key-check.js'
import { MigrationError } from './migration-error.js'
import { isDatabaseUnavailable } from './unavailable.js'

/** Thrown by a start that can't reach the database; says what to do. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
}

/**
 * Opens the database's root secret, made by whoever starts first. It is the first thing that a process does
 * with the database, so that what is wrong ends the start here, before anything is written.
 *
 * @throws DatabaseAwayError, MigrationError when the tables are missing, KeyRingError for a wrong ring
 */
export async function openRootSecret(database: Database, keyRing: KeyRing): Promise<Buffer> {
  try {
    const sealed = await findPatiently(database, () => makeSealedRoot(keyRing))
    return openSealedRoot(keyRing, sealed)
  } catch (error) {
    await database.close().catch(() => undefined)
    throw error
  }
}

/** A busy server may take longer to let the first connection in than requests are kept waiting later. */
const FIRST_CONNECTION_MS = 10_000

async function findPatiently(database: Database, makeSealed: () => string): Promise<string> {
  const untilMs = performance.now() + FIRST_CONNECTION_MS
  for (;;) {
    try {
      return await findOrInsertSealedRoot(database.prisma, makeSealed)
    } catch (error) {
      if (!isDatabaseUnavailable(error) || isRefused(error) || performance.now() > untilMs)
        explain(error)
    }
  }
}

/** Nobody listens, or the name leads nowhere: waiting would not help. */
function isRefused(error: unknown): boolean {
  return /ECONNREFUSED|ENOTFOUND|Can't reach database server/.test(String(error))
}

function explain(error: unknown): never {
  if (isDatabaseUnavailable(error)) {
    throw new DatabaseAwayError(
      'The database does not answer. Check DATABASE_URL, and that the server runs.',
      { cause: error },
    )
  }
  const { code } = error as { code?: unknown }
  if (code === 'P1000' || code === 'P1010')
    throw new DatabaseAwayError('The database refused the user or the password in DATABASE_URL.', {
      cause: error,
    })
  if (code === 'P1003')
    throw new MigrationError(
      'The database of DATABASE_URL does not exist. Make it with the migrate command.',
    )
  if (code === 'P2021')
    throw new MigrationError(
      'The database is not migrated. Run the migrate command first: npm run -s cli -- migrate',
    )
  throw error
}
