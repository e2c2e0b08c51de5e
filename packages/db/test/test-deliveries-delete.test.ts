import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { deleteTestDeliveries } from '../src/retention/delete-test-deliveries.js'

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
beforeEach(() => database.pool.query('TRUNCATE events, deliveries, delivery_attempts'))

const projectId = randomUUID()
const OLD = '7 days 1 minute'

/** An event of that age, with a delivery and an attempt for each state. */
async function addEvent(ago: string, states: string[], isTest = true): Promise<string[]> {
  const { rows } = await database.pool.query<{ id: string }>(
    `WITH event AS (
       INSERT INTO events (id, project_id, type, payload, is_test)
       VALUES (uuid7_floor(now() - $1::interval), $2, 'install_attributed', '{}', $4) RETURNING id
     ), delivery AS (
       INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, is_test, due_at)
       SELECT uuid7_floor(now() - $1::interval + n * interval '1 ms'), $2, 1, event.id, 'install_attributed', state,
              'test', $4, CASE WHEN state IN ('pending', 'retrying') THEN now() END
         FROM event, unnest($3::text[]) WITH ORDINALITY AS s(state, n) RETURNING id
     )
     INSERT INTO delivery_attempts (id, project_id, delivery_id, number, trigger, started_at, duration_ms, outcome, url)
     SELECT id, $2, id, 1, 'test', now(), 1, 'failed', 'https://example.com/' FROM delivery
     RETURNING delivery_id AS id`,
    [ago, projectId, states, isTest],
  )
  return rows.map(({ id }) => id).toSorted()
}

async function counts() {
  const { prisma } = database
  return {
    events: await prisma.event.count(),
    deliveries: await prisma.delivery.count(),
    attempts: await prisma.deliveryAttempt.count(),
  }
}

const change = (id: string | undefined, set: string) =>
  database.pool.query(`UPDATE deliveries SET ${set} WHERE id = $1`, [id])

it('deletes finished test deliveries after 7 days with their attempts and their event', async () => {
  await addEvent(OLD, ['succeeded', 'failed', 'canceled', 'skipped'])
  await addEvent('40 days', ['succeeded'])
  expect(await deleteTestDeliveries(database)).toEqual({ rows: 7, hasMore: false })
  expect(await counts()).toEqual({ events: 0, deliveries: 0, attempts: 0 })
})

it('keeps younger ones, and real ones', async () => {
  await addEvent('6 days 23 hours', ['succeeded'])
  await addEvent(OLD, ['succeeded'], false)
  expect(await deleteTestDeliveries(database)).toEqual({ rows: 0, hasMore: false })
  expect(await counts()).toEqual({ events: 2, deliveries: 2, attempts: 2 })
})

it.each(['pending', 'retrying', 'held'])('keeps one that is %s, with its event', async (state) => {
  const [open] = await addEvent(OLD, [state, 'succeeded'])
  expect(await deleteTestDeliveries(database)).toEqual({ rows: 1, hasMore: false })
  expect(await counts()).toEqual({ events: 1, deliveries: 1, attempts: 1 })
  await change(open, `state = 'failed', due_at = NULL`)
  expect(await deleteTestDeliveries(database)).toEqual({ rows: 2, hasMore: false })
})

it('keeps one that a resend requested or that is in flight', async () => {
  const [wanted, inFlight] = await addEvent(OLD, ['failed', 'failed'])
  await change(wanted, `due_at = now(), is_manual = true`)
  await change(inFlight, `lease_until = now() + interval '10 seconds'`)
  expect(await deleteTestDeliveries(database)).toEqual({ rows: 0, hasMore: false })
  await change(wanted, `due_at = NULL`)
  await change(inFlight, `lease_until = now()`)
  expect(await deleteTestDeliveries(database)).toEqual({ rows: 3, hasMore: false })
})

it('deletes an event whose deliveries are deleted', async () => {
  await addEvent(OLD, [])
  expect(await deleteTestDeliveries(database)).toEqual({ rows: 1, hasMore: false })
})

it('leaves nothing when two processes run it at the same time', async () => {
  for (let n = 0; n < 5; n += 1) await addEvent(`${n + 8} days`, ['succeeded', 'failed', 'failed'])
  await Promise.all([deleteTestDeliveries(database), deleteTestDeliveries(database)])
  await deleteTestDeliveries(database)
  expect(await counts()).toEqual({ events: 0, deliveries: 0, attempts: 0 })
})
