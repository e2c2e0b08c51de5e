import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openDatabase, type Database } from '@throughline/db/connection/database'
import { createDueMetrics } from '@throughline/runtime/due-metrics'
import { createRegistry } from '@throughline/runtime/metrics'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { createDueSampler } from '../src/ops/sample-due.js'

const MINUTE_MS = 60_000

let test: TestDatabase
let database: Database
beforeAll(async () => {
  test = await createTestDatabase()
  database = openDatabase({ url: test.url })
})
afterAll(async () => {
  await database.close()
  await test.drop()
})

function observe() {
  const state = { isAway: false, nowMs: 0 }
  const registry = createRegistry()
  const now = () => state.nowMs
  createDueMetrics(
    registry,
    createDueSampler(database, () => state.isAway, now),
  )
  const scrape = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^throughline_deliveries_/.test(line))
  return { state, scrape }
}

const COUNTS = ['throughline_deliveries_due 0', 'throughline_deliveries_held 0']

it('keeps the numbers for ten minutes without the database, and no ages', async () => {
  const { state, scrape } = observe()
  expect(await scrape()).toEqual(
    expect.arrayContaining([...COUNTS, 'throughline_deliveries_oldest_due_seconds 0']),
  )
  state.isAway = true
  state.nowMs += 9 * MINUTE_MS
  expect(await scrape()).toEqual(COUNTS)
  state.nowMs += 2 * MINUTE_MS
  expect(await scrape()).toEqual([])
  state.isAway = false
  expect(await scrape()).toEqual(expect.arrayContaining(COUNTS))
})

it('reports no number before it has seen the database', async () => {
  const { state, scrape } = observe()
  state.isAway = true
  expect(await scrape()).toEqual([])
})
