import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { inTransaction, openDatabase, type Database } from '../src/connection/database.js'
import { batchStatement } from '../src/batch/batch-statement.js'
import { isDatabaseUnavailable } from '../src/connection/errors.js'

let scratch: TestDatabase
const opened: Database[] = []
beforeAll(async () => {
  scratch = await createTestDatabase()
})
afterEach(async () => {
  for (const database of opened.splice(0)) await database.close()
})
afterAll(() => scratch.drop())

function open(idleInTransactionMs?: number, poolMax = 2, url = scratch.url): Database {
  const database = openDatabase({
    url,
    poolMax,
    ...(idleInTransactionMs === undefined ? {} : { idleInTransactionMs }),
  })
  opened.push(database)
  return database
}

/** Runs on a connection without the pool's settings. */
async function own<Row extends object>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** A proxy to PostgreSQL that can hold back everything after a text was sent. */
async function startHoldingProxy(databaseUrl: string, text: string) {
  const { hostname, port } = new URL(databaseUrl)
  let isHolding = false
  const kept: (() => void)[] = []
  const server = createServer((near) => {
    const far = connect(Number(port), hostname)
    let isKept = false
    near.on('data', (sent) => {
      isKept ||= isHolding && sent.includes(text)
      far.write(sent)
    })
    far.on('data', (answer) => {
      if (isKept && isHolding) kept.push(() => near.write(answer))
      else near.write(answer)
    })
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const)
      one.on('error', () => undefined).on('close', () => other.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: url.href,
    hold: () => (isHolding = true),
    letGo: () => {
      isHolding = false
      for (const answer of kept.splice(0)) answer()
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

const BATCH = {
  name: 'show',
  text: `SELECT current_setting('synchronous_commit') AS value`,
  values: [],
}
type Shown = { value: string }
const commitOf = async (database: Database, isDurable: boolean) =>
  (await batchStatement<Shown>(database, { ...BATCH, isDurable })).rows
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

  it('waits for it in a session that a pooler opened without our settings', async () => {
    const database = open(undefined, 1)
    await database.pool.query('SET synchronous_commit = off')
    expect(await commitOf(database, true)).toEqual([{ value: 'on' }])
  })

  it('does not wait if a statement allows it', async () => {
    await setTo('off')
    expect(await commitOf(open(), false)).toEqual([{ value: 'off' }])
  })

  it('follows the database’s setting otherwise', async () => {
    await setTo('remote_write')
    const database = open()
    expect(await commitOf(database, true)).toEqual([{ value: 'remote_write' }])
    expect(await byPrisma(database)).toEqual([{ value: 'remote_write' }])
  })
})

it('a statement that waits for a lock notices a broken connection within seconds', async () => {
  const show = 'SHOW client_connection_check_interval'
  expect((await open().pool.query(show)).rows).toEqual([{ client_connection_check_interval: '5s' }])
})

it('a connection that becomes ready after its caller gave up goes to the next caller', async () => {
  const proxy = await startHoldingProxy(scratch.url, 'idle_in_transaction_session_timeout')
  const { pool } = open(undefined, 1, proxy.url)
  const first = await pool.connect()
  const late = pool.connect()
  proxy.hold()
  // The caller times out well before the session setting does.
  await sleep(500)
  first.release(true)
  await expect(late).rejects.toThrow('timeout exceeded when trying to connect')
  proxy.letGo()
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  // The proxy closes when its connections are closed, and the pool keeps an idle one for half a minute.
  await opened.pop()?.close()
  await proxy.close()
})

describe('a transaction that is left open', () => {
  it('is ended after 15 s, for Prisma and for the pool', async () => {
    const database = open()
    const shown = [{ idle_in_transaction_session_timeout: '15s' }]
    const show = 'SHOW idle_in_transaction_session_timeout'
    expect((await database.pool.query(show)).rows).toEqual(shown)
    expect(await inTransaction(database, (db) => db.$queryRawUnsafe(show))).toEqual(shown)
  })

  it('releases its locks, and its process continues with another connection', async () => {
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

  it('counts as an unavailable database, also to a process that notices at its next statement', async () => {
    const database = open(100)
    const client = await database.pool.connect()
    await client.query('BEGIN')
    // The process is frozen: what PostgreSQL sends meanwhile is read after the next statement was sent.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000)
    const error: unknown = await client.query('SELECT 1').catch((thrown: unknown) => thrown)
    client.release(true)
    expect(isDatabaseUnavailable(error)).toBe(true)
  })
})
