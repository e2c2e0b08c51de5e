import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { openDatabase, type Database } from '../src/connection/database.js'
import { addDelivery, claim, recordResult } from './in-flight.js'

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

it('holds nothing for a webhook that is resumed while the result is recorded', async () => {
  const { deliveryId, webhookId } = await addDelivery(database)
  const leaseToken = await claim(database, deliveryId)
  await database.prisma.webhook.update({ where: { id: webhookId }, data: { isActive: false } })

  // The request that activates the webhook has resumed the deliveries it saw, and is not committed yet.
  const turningOn = await database.pool.connect()
  turningOn.on('error', () => undefined)
  await turningOn.query('BEGIN')
  await turningOn.query('UPDATE webhooks SET is_active = true WHERE id = $1', [webhookId])
  const settling = recordResult(database, { deliveryId, leaseToken })
  await untilSettlingWaits()
  await turningOn.query('COMMIT')
  turningOn.release()
  await settling

  const delivery = await database.prisma.delivery.findFirstOrThrow({ where: { id: deliveryId } })
  expect(delivery).toMatchObject({ state: 'retrying', heldAt: null, attemptsMade: 1 })
  expect(delivery.dueAt).not.toBeNull()
})

/** The second statement waits for the lock of the request that activates the webhook. */
async function untilSettlingWaits(): Promise<void> {
  await waitFor(
    async () => {
      const { rows } = await database.pool.query<{ waiting: boolean }>(
        `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock') AS waiting`,
      )
      return rows[0]?.waiting
    },
    { what: 'the record to wait for the call' },
  )
}
