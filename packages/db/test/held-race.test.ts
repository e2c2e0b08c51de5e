import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { waitFor } from '@throughline/testkit/wait-for'
import { openDatabase, type Database } from '../src/client.js'
import { claimDeliveries } from '../src/deliveries/claim-deliveries.js'
import { insertDeliveries } from '../src/deliveries/insert-deliveries.js'
import { settleAttempts } from '../src/deliveries/settle-attempts.js'
import { insertProject } from '../src/projects.js'

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

it('holds nothing for a webhook that is turned on while the result is being recorded', async () => {
  const { deliveryId, webhookId, leaseToken } = await deliveryInFlight()
  await database.prisma.webhook.update({ where: { id: webhookId }, data: { isActive: false } })

  // The call that turns it on has resumed what it saw, and has not committed yet.
  const turningOn = await database.pool.connect()
  turningOn.on('error', () => undefined)
  await turningOn.query('BEGIN')
  await turningOn.query('UPDATE webhooks SET is_active = true WHERE id = $1', [webhookId])
  const settling = settleAttempts(database.pool, [failure(deliveryId, leaseToken)])
  await untilSettlingWaits()
  await turningOn.query('COMMIT')
  turningOn.release()
  await settling

  const delivery = await database.prisma.delivery.findFirstOrThrow({ where: { id: deliveryId } })
  expect(delivery).toMatchObject({ state: 'retrying', heldAt: null, attemptsMade: 1 })
  expect(delivery.dueAt).not.toBeNull()
})

async function deliveryInFlight() {
  const db = database.prisma
  const project = await insertProject(db, {
    name: 'Race',
    prefix: `race-${randomUUID().slice(0, 8)}`,
  })
  const webhook = await db.webhook.create({
    data: {
      projectId: project.id,
      url: 'https://example.com/',
      events: ['install_attributed'],
      secretSealed: 'sealed',
    },
  })
  const eventId = randomUUID()
  const event = { projectId: project.id, eventId, type: 'install_attributed' }
  await db.event.create({
    data: { id: eventId, projectId: project.id, type: event.type, payload: '{}' },
  })
  const [delivery] = await insertDeliveries(db, event)
  if (delivery === undefined) throw new Error('no delivery')
  const leaseToken = randomUUID()
  const [claim] = await claimDeliveries(
    database.pool,
    [{ deliveryId: delivery.deliveryId, leaseToken }],
    10_000,
  )
  expect(claim?.kind).toBe('claimed')
  return { deliveryId: delivery.deliveryId, webhookId: webhook.id, leaseToken }
}

function failure(deliveryId: string, leaseToken: string) {
  return {
    deliveryId,
    leaseToken,
    attemptId: randomUUID(),
    isSuccess: false,
    retryDelayMs: 60_000,
    durationMs: 5,
    statusCode: 500,
    errorClass: 'status',
    error: 'Answered 500',
    responseBody: '',
    url: 'https://example.com/',
    address: null,
  }
}

/** The second of settling's two statements waits for the lock of the call that turns the webhook on. */
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
