import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { openDatabase, type Database } from '../src/connection/database.js'
import { batchStatement } from '../src/batch/batch-statement.js'
import type { SlowStatement } from '../src/connection/slow-statements.js'

const THRESHOLD_MS = 200

let scratch: TestDatabase
let database: Database
let slow: SlowStatement[] = []
beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({
    url: scratch.url,
    slowStatementMs: THRESHOLD_MS,
    onSlowStatement: (statement) => slow.push(statement),
    onIdleError: () => undefined,
  })
  await database.pool.query('SELECT 1')
})
beforeEach(() => {
  slow = []
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})

it('reports a slow statement of Prisma by its text, without values', async () => {
  const secret = 'a value'
  await database.prisma.$queryRaw`SELECT pg_sleep(0.3)::text, ${secret}::text`
  expect(slow).toEqual([
    { statement: 'SELECT pg_sleep(0.3)::text, $1::text', ms: expect.any(Number) },
  ])
  expect(slow[0]?.ms).toBeGreaterThanOrEqual(300)
})

it('reports a slow batch by its name', async () => {
  const text = 'SELECT pg_sleep(0.3)::text, $1::text'
  await batchStatement(database, { name: 'slow-batch', text, values: ['x'], isDurable: true })
  expect(slow.map(({ statement }) => statement)).toEqual(['slow-batch'])
})

it('reports a slow statement that fails', async () => {
  await expect(
    database.pool.query('SELECT pg_sleep(0.3), 1 / (random() * 0)::integer'),
  ).rejects.toThrow('division by zero')
  // The error comes before the connection is ready again.
  await waitFor(() => slow.length > 0, { what: 'the connection to be ready' })
  expect(slow).toMatchObject([{ statement: expect.stringMatching(/^SELECT pg_sleep/) }])
})

it('reports no fast statement, also behind a slow one on its connection', async () => {
  const client = await database.pool.connect()
  await Promise.all([client.query('SELECT pg_sleep(0.3)'), client.query('SELECT 2')])
  client.release()
  await database.prisma.$queryRaw`SELECT 1`
  expect(slow.map(({ statement }) => statement)).toEqual(['SELECT pg_sleep(0.3)'])
})

it('reports a statement that was abandoned', async () => {
  const hasty = openDatabase({
    url: scratch.url,
    statementTimeoutMs: 400,
    slowStatementMs: THRESHOLD_MS,
    onSlowStatement: (statement) => slow.push(statement),
    onIdleError: () => undefined,
  })
  await expect(hasty.pool.query('SELECT pg_sleep(2)')).rejects.toThrow('timeout')
  await hasty.close()
  await waitFor(() => slow.length > 0, { what: 'the connection to end' })
  expect(slow).toMatchObject([{ statement: 'SELECT pg_sleep(2)' }])
})
