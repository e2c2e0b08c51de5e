import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { inTransaction, openDatabase, type Database } from '../src/client.js'
import { insertDeliveries } from '../src/deliveries/insert-deliveries.js'
import { replayDeliveries } from '../src/deliveries/replay-deliveries.js'
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

it.each([
  { rowsAtOnce: 3, enqueueNow: 4 },
  { rowsAtOnce: 3, enqueueNow: 0 },
  { rowsAtOnce: 7, enqueueNow: 500 },
  { rowsAtOnce: 100, enqueueNow: 1 },
])('replays a range in several statements as in one: %o', async ({ rowsAtOnce, enqueueNow }) => {
  const { webhookId, ids } = await failedDeliveries(7)
  const request = {
    webhookId,
    since: new Date(0),
    until: null,
    states: ['failed' as const],
    rowsAtOnce,
  }
  const replayed = await inTransaction(database, (db) => replayDeliveries(db, request, enqueueNow))

  const queued = ids.slice(0, enqueueNow)
  expect(replayed).toEqual({
    count: 7,
    deliveries: queued.map((deliveryId) => ({ deliveryId, webhookId, seq: 1, delayMs: 0 })),
  })
  const rows = await database.prisma.delivery.findMany({ where: { webhookId } })
  expect(rows.map(({ state, trigger }) => `${state} ${trigger}`)).toEqual(
    ids.map(() => 'pending replay'),
  )
  const stamped = rows.filter(({ enqueuedAt }) => enqueuedAt !== null).map(({ id }) => id)
  expect(stamped.sort()).toEqual(queued)
})

async function failedDeliveries(count: number): Promise<{ webhookId: number; ids: string[] }> {
  const db = database.prisma
  const { id: projectId } = await insertProject(db, {
    name: 'Replay',
    prefix: `replay-${randomUUID().slice(0, 8)}`,
  })
  const { id: webhookId } = await db.webhook.create({
    data: {
      projectId,
      url: 'https://example.com/',
      events: ['install_attributed'],
      secretSealed: 'sealed',
    },
  })
  for (let made = 0; made < count; made += 1) {
    const event = { projectId, eventId: randomUUID(), type: 'install_attributed' }
    await db.event.create({
      data: { id: event.eventId, projectId, type: event.type, payload: '{}' },
    })
    await insertDeliveries(db, event)
  }
  await db.delivery.updateMany({
    where: { webhookId },
    data: { state: 'failed', dueAt: null, nextAttemptAt: null },
  })
  const rows = await db.delivery.findMany({ where: { webhookId }, orderBy: { id: 'asc' } })
  return { webhookId, ids: rows.map(({ id }) => id) }
}
