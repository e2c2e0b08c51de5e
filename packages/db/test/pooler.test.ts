import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { hasPgBouncer, startPgBouncer, type PgBouncer } from '@throughline/testkit/pgbouncer'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import pg from 'pg'
import { batchStatement } from '../src/batch/batch-statement.js'
import { openDatabase } from '../src/connection/database.js'
import { checkDirectConnection, checkSameDatabase } from '../src/connection/pooler-check.js'

let test: TestDatabase
beforeAll(async () => {
  test = await createTestDatabase()
})
afterAll(() => test.drop())

const check = (databaseUrl: string, databaseDirectUrl = databaseUrl) =>
  checkDirectConnection({ databaseUrl, databaseDirectUrl })

it('accepts PostgreSQL itself', async () => {
  await expect(check(test.url)).resolves.toBeUndefined()
})

const checkSame = async (databaseUrl: string, databaseDirectUrl: string) => {
  const pooled = openDatabase({ url: databaseUrl, poolMax: 1, isPooled: true })
  await checkSameDatabase(pooled, { databaseUrl, databaseDirectUrl }).finally(() => pooled.close())
}

it('rejects a direct URL of another database, and accepts another URL of the same one', async () => {
  const other = await createTestDatabase()
  try {
    await expect(checkSame(test.url, other.url)).rejects.toThrow(
      /^DATABASE_URL and DATABASE_DIRECT_URL lead to different databases\. Make both lead to the same one/,
    )
    const same = `${test.url}?application_name=direct`
    await expect(checkSame(test.url, same)).resolves.toBeUndefined()
  } finally {
    await other.drop()
  }
})

it.each([
  ['keeps the names of prepared statements, so that each is parsed once', false, ['echo', 'mode']],
  ['sends statements without names if a pooler is between', true, []],
])('%s', async (_what, isPooled, expected) => {
  const database = openDatabase({ url: test.url, poolMax: 1, isPooled })
  try {
    const text = `SELECT current_setting('plan_cache_mode') AS mode`
    for (let call = 0; call < 2; call += 1) {
      await batchStatement(database, { name: 'mode', text, values: [], isDurable: true })
      await database.pool.query({ name: 'echo', text: 'SELECT $1::text', values: ['a'] })
    }
    const { rows } = await database.pool.query<{ name: string }>(
      `SELECT name FROM pg_prepared_statements WHERE name IN ('mode', 'echo') ORDER BY name`,
    )
    expect(rows.map(({ name }) => name)).toEqual(expected)
  } finally {
    await database.close()
  }
})

// Without a package of the system there is no PgBouncer, neither here nor on npm.
const describeWithPgBouncer = hasPgBouncer() ? describe : describe.skip

describeWithPgBouncer('behind PgBouncer (apt-get install pgbouncer)', () => {
  const opened: { stop: () => Promise<void> }[] = []
  const start = async (options: Parameters<typeof startPgBouncer>[1]) => {
    const bouncer = await startPgBouncer(test.url, options)
    opened.push(bouncer)
    return bouncer
  }
  afterAll(async () => {
    for (const each of opened) await each.stop()
  })

  it.each([1, 8])('names the variable in transaction mode, %i connections', async (poolSize) => {
    const { url } = await start({ mode: 'transaction', poolSize })
    await expect(check(url)).rejects.toThrow(/^DATABASE_URL leads .* Set DATABASE_DIRECT_URL/)
    await expect(check(test.url, url)).rejects.toThrow(/^DATABASE_DIRECT_URL leads/)
    await expect(check(url, test.url)).resolves.toBeUndefined()
    await expect(checkSame(url, test.url)).resolves.toBeUndefined()
  })

  it('recognizes transaction mode while others use the pool', async () => {
    const { url } = await start({ mode: 'transaction', poolSize: 6 })
    const load = new pg.Pool({ connectionString: url, max: 12 })
    let isOver = false
    const run = async () => {
      while (!isOver) await load.query('SELECT pg_sleep(random() / 100)')
    }
    const running = Promise.all(Array.from({ length: 12 }, run))
    for (let round = 0; round < 3; round += 1)
      await expect(check(url)).rejects.toThrow('leads through a connection pooler')
    isOver = true
    await running
    await load.end()
  })

  it('accepts session mode', async () => {
    const { url } = await start({ mode: 'session', poolSize: 8 })
    await expect(check(url)).resolves.toBeUndefined()
  })

  describe('in transaction mode', () => {
    let bouncer: PgBouncer
    beforeAll(async () => {
      bouncer = await start({ mode: 'transaction', poolSize: 3 })
    })
    const BATCH = {
      name: 'show-plan-mode',
      text: `SELECT current_setting('plan_cache_mode') AS mode, $1::text AS value, pg_sleep(0.002)`,
      isDurable: true,
    }
    /** Statements by name, in and out of batches, from more connections than the pooler has. */
    const runMany = async (isPooled: boolean) => {
      const database = openDatabase({ url: bouncer.url, poolMax: 10, isPooled })
      try {
        const batch = async (value: string) =>
          (
            await batchStatement<{ mode: string; value: string }>(database, {
              ...BATCH,
              values: [value],
            })
          ).rows
        const named = async (value: string) => {
          const statement = { name: 'echo', text: 'SELECT $1::text AS value', values: [value] }
          return (await database.pool.query<{ value: string }>(statement)).rows
        }
        return await Promise.allSettled(
          Array.from({ length: 200 }, async (_, index) => {
            await delay(index / 4)
            return [...(await batch(String(index))), ...(await named(String(index)))]
          }),
        )
      } finally {
        await database.close()
      }
    }

    it('statements keep their settings and get their own values', async () => {
      const answers = await runMany(true)
      for (const [index, answer] of answers.entries())
        expect(answer).toMatchObject({
          status: 'fulfilled',
          value: [{ mode: 'force_generic_plan', value: String(index) }, { value: String(index) }],
        })
    })

    it('PostgreSQL ends the transaction of a client that froze', async () => {
      const client = new pg.Client({ connectionString: bouncer.url })
      await client.connect()
      const { rows } = await client.query(
        `SELECT current_setting('idle_in_transaction_session_timeout') AS frozen,
                current_setting('client_connection_check_interval') AS cut`,
      )
      await client.end()
      expect(rows).toEqual([{ frozen: '15s', cut: '5s' }])
    })

    it('named statements fail, so that the test above proves something', async () => {
      const failed = (await runMany(false)).filter(({ status }) => status === 'rejected')
      expect(failed.length).toBeGreaterThan(0)
    })
  })
})
