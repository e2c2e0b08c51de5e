import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { startFaultProxy, type FaultProxy } from '@throughline/testkit/fault-proxy'
import { startInstallation, type Installation } from '@throughline/testkit/installation'
import { createTestDatabase, withTls, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { inTransaction, openDatabase, type Database } from '../src/connection/database.js'
import { databaseProblem, isDatabaseUnavailable } from '../src/connection/errors.js'

let scratch: TestDatabase
let plain: Installation
let proxy: FaultProxy
let database: Database
beforeAll(async () => {
  scratch = await createTestDatabase()
  proxy = await startFaultProxy(scratch.url)
  database = openDatabase({ url: proxy.url, poolMax: 1, connectTimeoutMs: 300 })
  plain = await startInstallation({ isScratch: true, migrate: () => Promise.resolve() })
})
afterAll(async () => {
  await database.close()
  await proxy.close()
  await plain.close()
  await scratch.drop()
})

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => null,
    (error: unknown) => error,
  )
const byPrisma = () => database.prisma.project.count()
const byPool = () => database.pool.query('SELECT 1')

describe('isDatabaseUnavailable', () => {
  it('is true for every way to query an unavailable database, and all work when it is back', async () => {
    await proxy.cut()
    const works = [byPrisma, byPool, () => inTransaction(database, (db) => db.project.count())]
    for (const work of works) expect(isDatabaseUnavailable(await failure(work()))).toBe(true)
    await proxy.restore()
    for (const work of works) expect(await failure(work())).toBeNull()
  })

  it('is true when the connection breaks in a statement or a transaction', async () => {
    const statement = failure(database.pool.query('SELECT pg_sleep(20) AS first'))
    await untilAsleep('first')
    await proxy.cut()
    expect(isDatabaseUnavailable(await statement)).toBe(true)
    await proxy.restore()
    const transaction = failure(
      inTransaction(database, (db) => db.$queryRaw`SELECT pg_sleep(20)::text AS second`),
    )
    await untilAsleep('second')
    await proxy.cut()
    expect(isDatabaseUnavailable(await transaction)).toBe(true)
    await proxy.restore()
  })

  it('is true when the server ends the session, or the pool has no free connection', async () => {
    const statement = failure(database.pool.query('SELECT pg_sleep(20) AS third'))
    const pid = await untilAsleep('third')
    expect(isDatabaseUnavailable(await failure(byPool()))).toBe(true)
    await own(`SELECT pg_terminate_backend(${pid})`)
    expect(isDatabaseUnavailable(await statement)).toBe(true)
  })

  it('is true when the server rejects the login, or the database is missing or closed', async () => {
    const url = new URL(scratch.url)
    url.username = 'no_such_role'
    const paths = ['/missing', '/template0'].map((path) => new URL(path, scratch.url))
    for (const { href } of [url, ...paths]) {
      const rejected = openDatabase({ url: href, poolMax: 1 })
      try {
        expect(isDatabaseUnavailable(await failure(rejected.prisma.project.count()))).toBe(true)
        expect(isDatabaseUnavailable(await failure(rejected.pool.query('SELECT 1')))).toBe(true)
      } finally {
        await rejected.close()
      }
    }
  })

  it('is false for errors of the database itself', async () => {
    const key = '00000000-0000-7000-8000-000000000000'
    const data = { id: key, name: 'Acme', prefix: 'acme' }
    await database.prisma.project.create({ data })
    const refused = [
      await failure(database.prisma.project.create({ data })),
      await failure(database.pool.query('SELECT no_such_column')),
      await failure(database.pool.query('SELECT $1::uuid', ['x'])),
      await failure(database.prisma.$queryRaw`SELECT 1 / 0`),
      await failure(database.pool.query('SELECT $1::text', ['\0'])),
    ]
    for (const error of refused) {
      expect(error).not.toBeNull()
      expect(isDatabaseUnavailable(error)).toBe(false)
    }
    expect(isDatabaseUnavailable(null)).toBe(false)
  })
})

describe('databaseProblem', () => {
  it.each<[what: string, url: () => string, expected: RegExp]>([
    [
      'the certificate of another authority',
      () => withTls(scratch.url, { authority: 'other-ca.pem' }),
      /of an unknown authority/,
    ],
    [
      'the certificate of another host',
      () => withTls(scratch.url, { host: '127.0.0.1' }),
      /of another host/,
    ],
    ['a server without TLS', () => withTls(plain.postgres.url), /accept TLS: turn it on/],
  ])('names %s, for both ways to query', async (_what, urlOf, expected) => {
    const refused = openDatabase({ url: urlOf(), poolMax: 1, connectTimeoutMs: 30_000 })
    try {
      const works: (() => Promise<unknown>)[] = [
        () => refused.prisma.project.count(),
        () => refused.pool.query('SELECT 1'),
      ]
      for (const work of works) {
        const problem = databaseProblem(await failure(work()), 'THE_URL')
        expect(problem).toMatch(expected)
        expect(problem).toMatch(/ in THE_URL$/)
      }
    } finally {
      await refused.close()
    }
  })
})

/** Uses a separate connection that does not go through the proxy. */
async function own(sql: string): Promise<{ pid?: number }[]> {
  const client = new pg.Client({ connectionString: scratch.url })
  await client.connect()
  try {
    return (await client.query(sql)).rows as { pid?: number }[]
  } finally {
    await client.end()
  }
}

/** Waits until the database runs that statement, so that the next step happens during it. */
function untilAsleep(name: string): Promise<number> {
  const asleep = `SELECT pid FROM pg_stat_activity
                   WHERE datname = current_database() AND wait_event = 'PgSleep' AND query LIKE '%AS ${name}'`
  return waitFor(async () => (await own(asleep))[0]?.pid, { what: 'a statement that sleeps' })
}
