import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { inTransaction, openDatabase, type Database, type Db } from '../src/connection/database.js'
import { insertDeliveries } from '../src/deliveries/insert-deliveries.js'
import {
  cancelDeliveries,
  holdDeliveries,
  resumeDeliveries,
} from '../src/deliveries/hold-deliveries.js'
import { deferSweep } from '../src/deliveries/defer-sweep.js'
import { recordResults } from '../src/deliveries/record-results.js'
import { eraseDeliveries } from '../src/erasure/erase-deliveries.js'
import { addDelivery, claim, failedAttempt } from './in-flight.js'

let scratch: TestDatabase
let database: Database

beforeAll(async () => {
  scratch = await createTestDatabase()
  database = openDatabase({ url: scratch.url })
})

afterAll(async () => {
  await database.close()
  await scratch.drop()
})

type Work = (webhookId: number, deliveryIds: string[]) => Promise<unknown>
const hold =
  (work: (db: Db, webhookId: number) => Promise<unknown>): Work =>
  (webhookId) =>
    inTransaction(database, (db) => work(db, webhookId))
const postpone: Work = (_webhookId, deliveryIds) =>
  deferSweep(
    database,
    deliveryIds.map((deliveryId) => ({ deliveryId, delayMs: 5_000 })),
  )
const erase: Work = async (_webhookId, [deliveryId = '']) => {
  const where = { id: deliveryId }
  const found = await database.prisma.delivery.findFirstOrThrow({ where })
  const { projectId, eventId: id, createdAt: attributedAt } = found
  return inTransaction(database, (db) => eraseDeliveries(db, projectId, [{ id, attributedAt }]))
}

it.each([
  ['turning a webhook off', 'retrying', hold(holdDeliveries)],
  ['turning it on', 'held', hold(resumeDeliveries)],
  ['deleting it', 'retrying', hold(cancelDeliveries)],
  ['putting jobs off', 'retrying', postpone],
  ['erasing an install', 'retrying', erase],
])('%s and recording results wait for each other one way only', async (_call, state, work) => {
  const { webhookId, one, two, gate, leases } = await threeDeliveries()
  // Their order in the table is not the order of their ids.
  for (const id of [two, gate, one])
    await database.prisma.delivery.updateMany({
      where: { id },
      data: { state, heldAt: new Date() },
    })

  const both = await whileLocked(gate, async () => {
    const working = work(webhookId, [two, gate, one])
    await untilWaiting(1)
    const settling = recordResults(database, leases.map(failedAttempt))
    await untilWaiting(2)
    return [working, settling]
  })
  const outcomes = await Promise.allSettled(both)
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
})

/** Runs `work` while the delivery's row is locked, and returns its result. */
async function whileLocked<Result>(deliveryId: string, work: () => Promise<Result>) {
  const locking = await database.pool.connect()
  try {
    await locking.query('BEGIN')
    await locking.query('SELECT FROM deliveries WHERE id = $1 FOR UPDATE', [deliveryId])
    return await work()
  } finally {
    await locking.query('COMMIT')
    locking.release()
  }
}

/** Deliveries of one webhook in the order of their ids; two of them are in flight. */
async function threeDeliveries() {
  const first = await addDelivery(database)
  const { projectId, webhookId, deliveryId: one } = first
  const { eventId } = await database.prisma.delivery.findFirstOrThrow({ where: { id: one } })
  const another = async () => {
    const event = { projectId, eventId, type: 'install_attributed' }
    const [delivery] = await insertDeliveries(database.prisma, event)
    if (delivery === undefined) throw new Error('no delivery')
    return delivery.deliveryId
  }
  const two = await another()
  const gate = await another()
  const leases = []
  for (const deliveryId of [one, two])
    leases.push({ deliveryId, leaseToken: await claim(database, deliveryId) })
  return { webhookId, one, two, gate, leases }
}

/** Waits until this many statements wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  await waitFor(
    async () => {
      const { rows } = await database.pool.query<{ waiting: number }>(
        `SELECT count(*)::integer AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      )
      return rows[0]?.waiting === count
    },
    { what: `${count} statements to wait for a lock` },
  )
}
