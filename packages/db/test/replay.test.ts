import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { inTransaction, openDatabase, type Database } from '../src/connection/database.js'
import { insertDeliveries } from '../src/deliveries/insert-deliveries.js'
import { cancelReplay, continueCancel } from '../src/deliveries/cancel-replay.js'
import { findReplay } from '../src/deliveries/find-replay.js'
import {
  continueReplay,
  deleteExpiredReplays,
  replayDeliveries,
  totalOf,
  type ReplayRequest,
} from '../src/deliveries/replay-deliveries.js'
import { insertProject } from '../src/projects/projects.js'

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

const replay = (request: ReplayRequest & { rowsAtOnce?: number }, enqueueNow = 0) =>
  inTransaction(database, (db) => replayDeliveries(db, request, enqueueNow))

/** The number of the webhook's deliveries by state and trigger. */
async function states(webhookId: number): Promise<Record<string, number>> {
  const rows = await database.prisma.delivery.groupBy({
    by: ['state', 'trigger'],
    where: { webhookId },
    _count: true,
  })
  return Object.fromEntries(
    rows.map(({ state, trigger, _count }) => [`${state} ${trigger}`, _count]),
  )
}

async function runToTheEnd(rowsAtOnce: number): Promise<number> {
  for (let runs = 0; ; runs += 1) if (!(await continueReplay(database, rowsAtOnce))) return runs
}

const countLeft = async () => {
  const { rows } = await database.pool.query<{ count: string }>(
    'SELECT count(*) FROM replays WHERE finished_at IS NULL',
  )
  return Number(rows[0]?.count)
}

describe('a replay', () => {
  it.each([0, 4, 500])(
    're-enqueues as many as fit, %i of them for the queue',
    async (enqueueNow) => {
      const { request, ids } = await failedDeliveries(7)
      const { webhookId } = request
      const queued = ids.slice(0, enqueueNow)
      const { projectId } = await database.prisma.webhook.findUniqueOrThrow({
        where: { id: webhookId },
      })
      expect(await replay(request, enqueueNow)).toEqual({
        id: expect.any(Number),
        byState: { failed: 7, skipped: 0, succeeded: 0, canceled: 0 },
        deliveries: queued.map((deliveryId) => ({
          deliveryId,
          webhookId,
          projectId,
          seq: 1,
          delayMs: 0,
        })),
      })
      expect(await states(webhookId)).toEqual({ 'pending replay': 7 })
      const rows = await database.prisma.delivery.findMany({ where: { webhookId } })
      const stamped = rows.filter(({ enqueuedAt }) => enqueuedAt !== null).map(({ id }) => id)
      expect(stamped.sort()).toEqual(queued)
      expect(await countLeft()).toBe(0)
    },
  )

  it('counts all and leaves the rest to later runs, oldest first', async () => {
    const { request, ids } = await failedDeliveries(8)
    const { webhookId } = request
    const first = await replay({ ...request, rowsAtOnce: 3 }, 2)
    expect(totalOf(first.byState)).toBe(8)
    expect(first.deliveries.map(({ deliveryId }) => deliveryId)).toEqual(ids.slice(0, 2))
    expect(await states(webhookId)).toEqual({ 'pending replay': 3, 'failed auto': 5 })

    expect(await continueReplay(database, 3)).toBe(true)
    const pending = { webhookId, state: 'pending' }
    const taken = await database.prisma.delivery.findMany({
      where: pending,
      orderBy: { id: 'asc' },
    })
    expect(taken.map(({ id }) => id)).toEqual(ids.slice(0, 6))
    expect(taken.at(-1)).toMatchObject({ seq: 1, scheduleAttempts: 0, enqueuedAt: null })
    expect(await runToTheEnd(3)).toBe(1)
    expect(await states(webhookId)).toEqual({ 'pending replay': 8 })
    expect(await countLeft()).toBe(0)
  })

  it('is complete when exactly all fit', async () => {
    const { request } = await failedDeliveries(3)
    expect(totalOf((await replay({ ...request, rowsAtOnce: 3 })).byState)).toBe(3)
    expect(await countLeft()).toBe(0)
  })

  it('is continued by many concurrent workers without sending a delivery twice', async () => {
    const { request } = await failedDeliveries(12)
    await replay({ ...request, rowsAtOnce: 2 })
    await Promise.all([1, 2, 3, 4].map(() => runToTheEnd(2)))
    await runToTheEnd(2)
    const rows = await database.prisma.delivery.findMany({
      where: { webhookId: request.webhookId },
    })
    expect(rows.map(({ state, seq }) => `${state} ${seq}`)).toEqual(Array(12).fill('pending 1'))
  })

  it('ignores deliveries created after it was requested', async () => {
    const { request, projectId } = await failedDeliveries(3)
    await replay({ ...request, rowsAtOnce: 2 })
    const { rows } = await database.pool.query<{ isAhead: boolean }>(
      `UPDATE deliveries SET id = (left(uuid7_floor(now() + interval '2 minutes')::text, 14) || substr(id::text, 15))::uuid
        WHERE id = $1 RETURNING id > uuid7_floor((SELECT until FROM replays WHERE finished_at IS NULL)) AS "isAhead"`,
      [await fail(projectId)],
    )
    expect(rows).toEqual([{ isAhead: true }])
    await runToTheEnd(2)
    expect(await states(request.webhookId)).toEqual({ 'pending replay': 3, 'failed auto': 1 })
  })

  it('waits while its webhook is paused, and ends after a day', async () => {
    const { request } = await failedDeliveries(5)
    const where = { id: request.webhookId }
    await replay({ ...request, rowsAtOnce: 2 })
    await database.prisma.webhook.update({ where, data: { isActive: false } })
    expect(await continueReplay(database, 2)).toBe(false)
    expect(await deleteExpiredReplays(database.prisma)).toBe(0)
    await database.prisma.webhook.update({ where, data: { isActive: true } })
    expect(await continueReplay(database, 2)).toBe(true)

    await database.prisma.webhook.update({ where, data: { isActive: false } })
    await database.pool.query(`UPDATE replays SET created_at = now() - interval '25 hours'`)
    expect(await deleteExpiredReplays(database.prisma)).toBe(1)
    expect(await states(request.webhookId)).toEqual({ 'pending replay': 4, 'failed auto': 1 })
  })

  it('ends when its webhook is deleted', async () => {
    const { request } = await failedDeliveries(3)
    await replay({ ...request, rowsAtOnce: 2 })
    await database.prisma.webhook.update({
      where: { id: request.webhookId },
      data: { deletedAt: new Date() },
    })
    expect(await continueReplay(database)).toBe(false)
    expect(await deleteExpiredReplays(database.prisma)).toBe(1)
  })

  it('resends succeeded ones with a payload, counts canceled ones, and continues from its last id', async () => {
    const { request, ids } = await failedDeliveries(6)
    const set = (id: string | undefined, state: string) =>
      database.prisma.delivery.updateMany({ where: { id: id ?? '' }, data: { state } })
    for (const id of ids.slice(0, 4)) await set(id, 'succeeded')
    await set(ids[5], 'canceled')
    const erased = await database.prisma.delivery.findFirstOrThrow({ where: { id: ids[1] ?? '' } })
    await database.prisma.event.updateMany({ where: { id: erased.eventId }, data: { payload: '' } })
    const all: ReplayRequest = { ...request, states: ['failed', 'skipped', 'succeeded'] }
    const { byState } = await replay({ ...all, rowsAtOnce: 2 })
    expect(byState).toEqual({ failed: 1, skipped: 0, succeeded: 3, canceled: 1 })
    await runToTheEnd(2)
    expect(await states(request.webhookId)).toEqual({
      'pending replay': 4,
      'succeeded auto': 1,
      'canceled auto': 1,
    })
  })

  it('is canceled in batches: waiting ones return to their former state, sent ones stay sent', async () => {
    const { request, ids, projectId } = await failedDeliveries(7)
    const { id } = await replay({ ...request, rowsAtOnce: 5 })
    await database.prisma.delivery.updateMany({
      where: { id: ids[0] ?? '' },
      data: { state: 'succeeded', dueAt: null },
    })
    const inFlight = { leaseUntil: new Date(Date.now() + 60_000) }
    await database.prisma.delivery.updateMany({ where: { id: ids[1] ?? '' }, data: inFlight })
    const key = { projectId, id }
    expect((await findReplay(database.prisma, key))?.progress).toEqual({
      waiting: 6,
      succeeded: 1,
      failed: 0,
      notSent: 0,
    })
    const cancel = () => inTransaction(database, (db) => cancelReplay(db, key, 2))
    expect(await cancel()).toBe(true)
    expect(await cancel()).toBe(true)
    expect(await continueReplay(database, 5)).toBe(false)
    while (await continueCancel(database, 2));
    expect(await states(request.webhookId)).toEqual({
      'succeeded replay': 1,
      'pending replay': 1,
      'failed replay': 3,
      'failed auto': 2,
    })
    const rows = { webhookId: request.webhookId, state: 'failed', dueAt: null }
    expect(await database.prisma.delivery.count({ where: rows })).toBe(5)
    expect((await findReplay(database.prisma, key))?.progress).toEqual({
      waiting: 1,
      succeeded: 1,
      failed: 0,
      notSent: 5,
    })
  })

  it('is removed after 90 days', async () => {
    const { request, projectId } = await failedDeliveries(1)
    const { id } = await replay(request)
    await database.pool.query(`UPDATE replays SET created_at = now() - interval '91 days'`)
    await deleteExpiredReplays(database.prisma)
    expect(await findReplay(database.prisma, { projectId, id })).toBeNull()
  })

  it('does not block the acceptance of events', async () => {
    const { request, projectId } = await failedDeliveries(3)
    await inTransaction(database, async (db) => {
      await replayDeliveries(db, { ...request, rowsAtOnce: 2 }, 0)
      expect(await fail(projectId)).toEqual(expect.any(String))
    })
    await runToTheEnd(2)
  })
})

interface Failed {
  request: ReplayRequest
  projectId: string
  /** In this order. */
  ids: string[]
}

async function failedDeliveries(count: number): Promise<Failed> {
  const { id: projectId } = await insertProject(database.prisma, {
    name: 'Replay',
    prefix: `replay-${randomUUID().slice(0, 8)}`,
  })
  const { id: webhookId } = await database.prisma.webhook.create({
    data: {
      projectId,
      url: 'https://example.com/',
      events: ['install_attributed'],
      secretSealed: 'sealed',
    },
  })
  const ids: string[] = []
  for (let made = 0; made < count; made += 1) ids.push(await fail(projectId))
  const request: ReplayRequest = { webhookId, since: new Date(0), until: null, states: ['failed'] }
  return { request, projectId, ids: ids.sort() }
}

/** An event whose only delivery has failed. */
async function fail(projectId: string): Promise<string> {
  const db = database.prisma
  const event = { projectId, eventId: randomUUID(), type: 'install_attributed' }
  await db.event.create({ data: { id: event.eventId, projectId, type: event.type, payload: '{}' } })
  const [delivery] = await insertDeliveries(db, event)
  const id = delivery?.deliveryId ?? ''
  const data = { state: 'failed', dueAt: null, nextAttemptAt: null }
  await db.delivery.updateMany({ where: { id }, data })
  return id
}
