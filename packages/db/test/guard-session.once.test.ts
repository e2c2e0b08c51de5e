import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { inTransaction, openDatabase, type Database } from '../src/client.js'
import { runBatch } from '../src/deliveries/run-batch.js'
import { isDatabaseUnavailable } from '../src/unavailable.js'

let scratch: TestDatabase
const opened: Database[] = []
beforeAll(async () => {
  scratch = await createTestDatabase()
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
afterAll(() => scratch.drop())

function open(idleInTransactionMs?: number): Database {
  const database = openDatabase({
    url: scratch.url,
    poolMax: 2,
    ...(idleInTransactionMs === undefined ? {} : { idleInTransactionMs }),
  })
  opened.push(database)
  return database
}

/** On a connection without the pool's settings. */
async function own<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

const BATCH = {
  name: 'show',
  text: `SELECT current_setting('synchronous_commit') AS value`,
  values: [],
}
type Shown = { value: string }
const commitOf = async (database: Database, isDurable: boolean) =>
  (await runBatch<Shown>(database.pool, { ...BATCH, isDurable })).rows
const byPrisma = (database: Database) =>
  inTransaction(
    database,
    (db) => db.$queryRaw<Shown[]>`SELECT current_setting('synchronous_commit') AS value`,
  )

describe('a commit', () => {
  const setTo = (value: string) =>
    own(`ALTER DATABASE ${scratch.name} SET synchronous_commit = '${value}'`)

  it('waits for the disk where the database is set not to', async () => {
    await setTo('off')
    expect(await own('SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'off' }])
    const database = open()
    expect(await commitOf(database, true)).toEqual([{ value: 'on' }])
    expect(await byPrisma(database)).toEqual([{ value: 'on' }])
    expect((await database.pool.query('SHOW synchronous_commit')).rows).toEqual([
      { synchronous_commit: 'on' },
    ])
  })

  it('does not where a statement says that it need not', async () => {
    await setTo('off')
    expect(await commitOf(open(), false)).toEqual([{ value: 'off' }])
  })

  it('does as it is set otherwise', async () => {
    await setTo('remote_write')
    const database = open()
    expect(await commitOf(database, true)).toEqual([{ value: 'remote_write' }])
    expect(await byPrisma(database)).toEqual([{ value: 'remote_write' }])
  })
})

describe('a transaction that is left open', () => {
  it('is ended after 15 s, by Prisma as by the pool', async () => {
    const database = open()
    const shown = [{ idle_in_transaction_session_timeout: '15s' }]
    const show = 'SHOW idle_in_transaction_session_timeout'
    expect((await database.pool.query(show)).rows).toEqual(shown)
    expect(await inTransaction(database, (db) => db.$queryRawUnsafe(show))).toEqual(shown)
  })

  it('gives its locks back, and its process goes on with another connection', async () => {
    const database = open(200)
    const client = await database.pool.connect()
    const ended = new Promise((resolve) => client.once('end', () => resolve(null)))
    await client.query('BEGIN')
    await client.query('LOCK TABLE delivery_attempts IN ACCESS EXCLUSIVE MODE')
    await waitFor(
      async () => {
        const held = await own(
          `SELECT 1 FROM pg_locks WHERE relation = 'delivery_attempts'::regclass AND mode = 'AccessExclusiveLock'`,
        )
        return held.length === 0
      },
      { what: 'the lock to be free' },
    )
    await ended
    client.release(true)
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('counts as a database that went away, also to a process that finds out by its next statement', async () => {
    const database = open(100)
    const client = await database.pool.connect()
    await client.query('BEGIN')
    // Frozen: what PostgreSQL says meanwhile is read after the next statement was sent.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
    const error: unknown = await client.query('SELECT 1').catch((thrown: unknown) => thrown)
    client.release(true)
    expect(isDatabaseUnavailable(error)).toBe(true)
  })
})
