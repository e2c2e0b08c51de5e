import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ url: test.url, poolMax: 2, onIdleError: () => undefined })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

describe('a connection lost between two statements', () => {
  it('fails the next statement and does not crash the process', async () => {
    const client = await database.pool.connect()
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')
    const ended = new Promise((resolve) => client.once('end', () => resolve(null)))
    await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid])
    await ended

    const next = client.query('SELECT 1').finally(() => client.release(true))
    await expect(next).rejects.toThrow(/not queryable|Connection terminated/)
    expect((await database.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })
})
