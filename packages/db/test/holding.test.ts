import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { inTransaction, openDatabase, type Database } from '../src/connection/database.js'
import {
  cancelDeliveries,
  continueHolding,
  queueLeftHeld,
  holdDeliveries,
  resumeDeliveries,
} from '../src/deliveries/hold-deliveries.js'
import { addDelivery } from './in-flight.js'

// Batches of two, so that seven deliveries are too many for one request.
const AT_ONCE = 2

let scratch: TestDatabase
let database: Database
let webhookId: number

beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
})
afterAll(async () => {
  await database.close()
  await scratch.drop()
})
beforeEach(async () => {
  await database.pool.query('DELETE FROM hold_backlog')
  const one = await addDelivery(database)
  webhookId = one.webhookId
  await database.pool.query(
    `INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, next_attempt_at, due_at)
     SELECT uuid7_generate(), project_id, webhook_id, event_id, event, 'pending', 'auto', now(), now()
       FROM deliveries, generate_series(1, 6) WHERE webhook_id = $1`,
    [webhookId],
  )
})

const turn = (data: { isActive?: boolean; deletedAt?: Date }) =>
  database.prisma.webhook.update({ where: { id: webhookId }, data })

async function states(): Promise<Record<string, number>> {
  const rows = await database.prisma.delivery.groupBy({
    by: ['state'],
    where: { webhookId },
    _count: true,
  })
  return Object.fromEntries(rows.map(({ state, _count }) => [state, _count]))
}

async function runToTheEnd(): Promise<number> {
  for (let runs = 0; ; runs += 1) if (!(await continueHolding(database, AT_ONCE))) return runs
}

it('many deliveries of a paused webhook are held in batches', async () => {
  await turn({ isActive: false })
  await inTransaction(database, (db) => holdDeliveries(db, webhookId, AT_ONCE))
  expect(await states()).toEqual({ held: 2, pending: 5 })
  expect(await runToTheEnd()).toBe(3)
  expect(await states()).toEqual({ held: 7 })
})

it('many held deliveries are resumed or skipped in batches', async () => {
  await holdDeliveries(database.prisma, webhookId)
  const old = await database.prisma.delivery.findMany({ where: { webhookId }, take: 3 })
  await database.prisma.delivery.updateMany({
    where: { id: { in: old.map(({ id }) => id) } },
    data: { heldAt: new Date(Date.now() - 25 * 3_600_000) },
  })
  const resumed = await inTransaction(database, (db) => resumeDeliveries(db, webhookId, AT_ONCE))
  expect(resumed).toHaveLength(2)
  expect(await states()).toEqual({ pending: 2, skipped: 2, held: 3 })
  await runToTheEnd()
  expect(await states()).toEqual({ pending: 4, skipped: 3 })
  const due = { webhookId, dueAt: { not: null }, seq: 1 }
  expect(await database.prisma.delivery.count({ where: due })).toBe(4)
  // Those of later batches are left to the sweeper, which skips rows that were marked lately.
  expect(await database.prisma.delivery.count({ where: { ...due, enqueuedAt: null } })).toBe(2)
})

it('many deliveries of a deleted webhook are canceled in batches', async () => {
  await turn({ isActive: false, deletedAt: new Date() })
  await inTransaction(database, (db) => cancelDeliveries(db, webhookId, AT_ONCE))
  await Promise.all([runToTheEnd(), runToTheEnd()])
  await runToTheEnd()
  expect(await states()).toEqual({ canceled: 7 })
  expect(await database.prisma.delivery.count({ where: { webhookId, dueAt: null } })).toBe(7)
})

it('the webhook’s state at the time of the batch decides', async () => {
  await turn({ isActive: false })
  await inTransaction(database, (db) => holdDeliveries(db, webhookId, AT_ONCE))
  await turn({ isActive: true })
  await inTransaction(database, (db) => resumeDeliveries(db, webhookId, AT_ONCE))
  await runToTheEnd()
  expect(await states()).toEqual({ pending: 7 })
})

it('few deliveries are processed immediately, and never another webhook’s', async () => {
  const other = await addDelivery(database)
  await turn({ isActive: false })
  await inTransaction(database, (db) => holdDeliveries(db, webhookId))
  expect(await states()).toEqual({ held: 7 })
  expect(await continueHolding(database)).toBe(false)
  const row = await database.prisma.delivery.findFirst({ where: { id: other.deliveryId } })
  expect(row).toMatchObject({ state: 'pending' })
})

it('held deliveries of an active webhook are resumed', async () => {
  await holdDeliveries(database.prisma, webhookId)
  await turn({ isActive: false })
  expect(await queueLeftHeld(database.prisma)).toBe(0)
  await turn({ isActive: true })
  expect(await queueLeftHeld(database.prisma)).toBe(1)
  await runToTheEnd()
  expect(await states()).toEqual({ pending: 7 })
})
