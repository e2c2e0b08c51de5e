import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { openDatabase, type Database } from '../src/connection/database.js'
import { claimDeliveries } from '../src/deliveries/claim-deliveries.js'
import { insertDeliveries } from '../src/deliveries/insert-deliveries.js'
import { continueHolding } from '../src/deliveries/hold-deliveries.js'
import { addDelivery } from './in-flight.js'

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

it('no claim waits while many deliveries of another webhook are held', async () => {
  const off = await addDelivery(database)
  const { eventId } = await database.prisma.delivery.findFirstOrThrow({
    where: { id: off.deliveryId },
  })
  const event = { projectId: off.projectId, eventId, type: 'install_attributed' }
  const [next] = await insertDeliveries(database.prisma, event)
  const other = await addDelivery(database)
  if (next === undefined) throw new Error('no delivery')
  await database.prisma.webhook.update({ where: { id: off.webhookId }, data: { isActive: false } })
  const { projectId, webhookId } = off
  await database.pool.query('INSERT INTO hold_backlog (webhook_id, project_id) VALUES ($1, $2)', [
    webhookId,
    projectId,
  ])

  const locking = await database.pool.connect()
  await locking.query('BEGIN')
  await locking.query('SELECT FROM deliveries WHERE id = $1 FOR UPDATE', [off.deliveryId])
  const holding = continueHolding(database)
  await untilItWaits()
  const claiming = claimDeliveries(
    database,
    [next.deliveryId, other.deliveryId].map((deliveryId) => ({
      deliveryId,
      leaseToken: randomUUID(),
    })),
    10_000,
  )
  const soon = await Promise.race([claiming, after(2_000)])
  await locking.query('COMMIT')
  locking.release()
  await Promise.all([holding, claiming])

  expect(soon).toMatchObject([{ kind: 'ended' }, { kind: 'claimed' }])
})

const after = (ms: number) => new Promise<string>((resolve) => setTimeout(resolve, ms, 'too late'))

async function untilItWaits(): Promise<void> {
  await waitFor(
    async () => {
      const { rows } = await database.pool.query<{ waiting: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`,
      )
      return rows[0]?.waiting
    },
    { what: 'a statement to wait for a lock' },
  )
}
