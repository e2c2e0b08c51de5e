import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '@throughline/testkit/test-database'
import { openDatabase, type Database } from '../src/connection/database.js'
import { findDelivery, listAttempts } from '../src/deliveries/read-deliveries.js'
import { PARTITIONED_TABLES, type PartitionedTable } from '../src/retention/partitions.js'
import { applyRetention } from '../src/retention/retention.js'
import { claim } from './in-flight.js'

const POLICY = { clickDays: 400, attemptDays: 30, deliveryDays: 90 }
const NOTHING = { dropped: [], kept: [], busy: [], deletedRows: [], hasMore: false }
const projectId = randomUUID()

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
beforeEach(async () => {
  for (const { name } of await oldPartitions()) await database.pool.query(`DROP TABLE ${name}`)
  for (const table of PARTITIONED_TABLES) await database.pool.query(`DELETE FROM ${table}`)
})

const run = () => applyRetention(database, POLICY)

/** The middle of the month that many months ago. */
function monthsAgo(months: number): Date {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, 15))
}

const nameOf = (table: PartitionedTable, months: number) =>
  `${table}_${monthsAgo(months).toISOString().slice(0, 7).replace('-', '')}`

async function oldPartitions(): Promise<{ name: string }[]> {
  const thisMonth = new Date().toISOString().slice(0, 7).replace('-', '')
  const { rows } = await database.pool.query<{ name: string }>(
    `SELECT inhrelid::regclass::text AS name FROM pg_inherits JOIN pg_class c ON c.oid = inhrelid
      WHERE c.relkind = 'r' AND inhparent IN (SELECT unnest($1::text[])::regclass)
        AND right(c.relname, 6) ~ '^\\d{6}$' AND right(c.relname, 6) < $2 ORDER BY 1`,
    [PARTITIONED_TABLES, thisMonth],
  )
  return rows
}

async function makeMonth(months: number, tables: readonly PartitionedTable[] = PARTITIONED_TABLES) {
  for (const table of tables)
    await database.pool.query(
      `SELECT make_partition($1, date_trunc('month', $2::timestamptz, 'UTC'), 0)`,
      [table, monthsAgo(months)],
    )
}

function idAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`
}

interface OldDelivery {
  state?: string
  /** Another attempt was requested. */
  isDue?: boolean
  eventAt?: Date
}

/** A webhook's delivery of that time, with its event. */
async function addDelivery(at: Date, { state = 'failed', isDue, eventAt = at }: OldDelivery = {}) {
  const webhook = await database.prisma.webhook.create({
    data: { projectId: await project(), url: 'https://example.com/', secretSealed: 'sealed' },
  })
  const [eventId, deliveryId] = [idAt(eventAt), idAt(at)]
  await database.prisma.event.create({
    data: { id: eventId, projectId, type: 'install_attributed', payload: '{"old":1}' },
  })
  await database.prisma.delivery.create({
    data: {
      id: deliveryId,
      projectId,
      webhookId: webhook.id,
      eventId,
      state,
      trigger: 'auto',
      event: 'install_attributed',
      attemptsMade: 4,
      dueAt: isDue === true ? at : null,
    },
  })
  return { deliveryId, eventId }
}

async function addAttempt(deliveryId: string, at: Date) {
  await database.prisma.deliveryAttempt.create({
    data: {
      id: idAt(at),
      projectId,
      deliveryId,
      number: 1,
      trigger: 'auto',
      startedAt: at,
      durationMs: 5,
      outcome: 'failed',
      url: 'https://example.com/',
    },
  })
}

async function project(): Promise<string> {
  const data = { id: projectId, name: 'Acme', prefix: 'acme-retention' }
  await database.prisma.project.upsert({ where: { id: projectId }, create: data, update: {} })
  return projectId
}

const names = async () => (await oldPartitions()).map(({ name }) => name)
const partitionsOf = (...pairs: [PartitionedTable, number][]) =>
  pairs.map(([table, months]) => ({ table, partition: nameOf(table, months) }))

describe('a partition', () => {
  it('is dropped when its whole range is older than the retention of its table', async () => {
    for (const months of [1, 3, 5, 14, 15]) await makeMonth(months)
    const { dropped, ...rest } = await run()
    // 400 days ago is in the 13th or 14th month before this one, so the 15th is always older.
    expect(rest).toMatchObject({ kept: [], busy: [], deletedRows: [], hasMore: false })
    const gone = dropped.map(({ partition }) => partition)
    expect(gone).toContain(nameOf('clicks', 15))
    expect(gone).not.toContain(nameOf('clicks', 5))
    for (const table of ['deliveries', 'events'] as const) {
      expect(gone).toContain(nameOf(table, 5))
      expect(gone).not.toContain(nameOf(table, 1))
    }
    expect(gone).toContain(nameOf('delivery_attempts', 3))
    expect(await names()).not.toEqual(expect.arrayContaining(gone.slice(0, 1)))
    expect(await run()).toEqual(NOTHING)
  })

  it('is kept while one day of it is younger', async () => {
    await makeMonth(1)
    const daysSince = (Date.now() - monthsAgo(1).getTime()) / 86_400_000
    const policy = { ...POLICY, attemptDays: Math.floor(daysSince) }
    // Half of the month is older, the other half is not.
    expect(await applyRetention(database, policy)).toEqual(NOTHING)
  })

  it.each(['pending', 'retrying', 'held'])('is kept with one delivery %s in it', async (state) => {
    await makeMonth(6)
    await addDelivery(monthsAgo(6))
    const { deliveryId } = await addDelivery(monthsAgo(6), { state })
    await addAttempt(deliveryId, monthsAgo(6))
    const kept = [nameOf('delivery_attempts', 6), nameOf('deliveries', 6), nameOf('events', 6)]
    expect(await run()).toEqual({ ...NOTHING, kept })
    expect(await database.prisma.delivery.count()).toBe(2)
    expect(await database.prisma.deliveryAttempt.count()).toBe(1)

    await database.prisma.delivery.updateMany({
      where: { id: deliveryId },
      data: { state: 'failed' },
    })
    const gone = partitionsOf(['delivery_attempts', 6], ['deliveries', 6], ['events', 6])
    expect(await run()).toEqual({ ...NOTHING, dropped: gone })
    expect(await database.prisma.delivery.count()).toBe(0)
  })

  it('is kept while another attempt of a failed delivery is requested', async () => {
    await makeMonth(6)
    const { deliveryId } = await addDelivery(monthsAgo(6), { isDue: true })
    expect((await run()).kept).toEqual([nameOf('deliveries', 6), nameOf('events', 6)])
    expect(await claim(database, deliveryId)).toEqual(expect.any(String))
  })

  it.each(['succeeded', 'failed', 'skipped', 'canceled'])(
    'is dropped with deliveries %s',
    async (state) => {
      await makeMonth(6, ['deliveries', 'events'])
      await addDelivery(monthsAgo(6), { state })
      const gone = partitionsOf(['deliveries', 6], ['events', 6])
      expect(await run()).toEqual({ ...NOTHING, dropped: gone })
    },
  )

  it('is dropped with attempts, and the delivery stays readable', async () => {
    await makeMonth(3, ['delivery_attempts'])
    const { deliveryId } = await addDelivery(new Date())
    await addAttempt(deliveryId, monthsAgo(3))
    const key = { projectId, deliveryId }
    expect(await listAttempts(database.prisma, key)).toHaveLength(1)
    expect((await run()).dropped).toEqual(partitionsOf(['delivery_attempts', 3]))
    expect(await listAttempts(database.prisma, key)).toEqual([])
    expect(await findDelivery(database.prisma, key)).toMatchObject({
      state: 'failed',
      attemptsMade: 4,
      payload: '{"old":1}',
    })
  })

  it('is kept with events while a delivery of a later month refers to one', async () => {
    await makeMonth(6, ['events'])
    await makeMonth(5, ['deliveries'])
    const edge = Date.UTC(monthsAgo(5).getUTCFullYear(), monthsAgo(5).getUTCMonth(), 1)
    const { deliveryId } = await addDelivery(new Date(edge + 60_000), {
      eventAt: new Date(edge - 60_000),
      state: 'held',
    })
    expect((await run()).kept).toEqual([nameOf('deliveries', 5), nameOf('events', 6)])
    await database.prisma.delivery.updateMany({
      where: { id: deliveryId },
      data: { state: 'failed' },
    })
    const gone = partitionsOf(['deliveries', 5], ['events', 6])
    expect(await run()).toEqual({ ...NOTHING, dropped: gone })
  })

  it('is kept with events while such a delivery stays readable, though it is finished', async () => {
    await makeMonth(6, ['events'])
    await makeMonth(5, ['deliveries', 'events'])
    const edge = Date.UTC(monthsAgo(5).getUTCFullYear(), monthsAgo(5).getUTCMonth(), 1)
    await addDelivery(new Date(edge + 60_000), { eventAt: new Date(edge - 60_000) })
    // It keeps the month of that delivery, but not the month of its event.
    await addDelivery(monthsAgo(5), { state: 'held' })
    const kept = [nameOf('deliveries', 5), nameOf('events', 6), nameOf('events', 5)]
    expect(await run()).toEqual({ ...NOTHING, kept })
  })

  it('is kept with events for a delivery that is not sent yet, whenever it was created', async () => {
    await makeMonth(6, ['events'])
    const { eventId } = await addDelivery(new Date(), { eventAt: monthsAgo(6), state: 'retrying' })
    expect((await run()).kept).toEqual([nameOf('events', 6)])
    expect(await database.prisma.event.count({ where: { id: eventId } })).toBe(1)
  })

  it('is left for the next run if it is in use, and blocks no other statement', async () => {
    await makeMonth(6, ['deliveries'])
    const reader = await database.pool.connect()
    try {
      await reader.query('BEGIN')
      await reader.query('SELECT count(*) FROM deliveries')
      const startedMs = performance.now()
      expect(await run()).toEqual({ ...NOTHING, busy: [nameOf('deliveries', 6)] })
      expect(performance.now() - startedMs).toBeLessThan(2_000)
    } finally {
      await reader.query('ROLLBACK')
      reader.release()
    }
    expect((await run()).dropped).toEqual(partitionsOf(['deliveries', 6]))
  })

  it('is dropped once by many processes', async () => {
    for (const months of [6, 7, 8]) await makeMonth(months)
    const reports = await Promise.all([run(), run(), run()])
    const dropped = reports.flatMap((report) => report.dropped.map(({ partition }) => partition))
    expect(new Set(dropped).size).toBe(dropped.length)
    await run()
    expect((await names()).filter((name) => !name.startsWith('clicks'))).toEqual([])
  })

  it('is not dropped when a delivery in it is resent at that moment', async () => {
    await makeMonth(6, ['deliveries'])
    const { deliveryId } = await addDelivery(monthsAgo(6))
    const writer = await database.pool.connect()
    await writer.query('BEGIN')
    await writer.query(`UPDATE deliveries SET state = 'pending', due_at = now() WHERE id = $1`, [
      deliveryId,
    ])
    // The check finds no open delivery yet, and the lock waits for the writer.
    const running = run()
    await waitForLock()
    await writer.query('COMMIT')
    writer.release()
    expect((await running).kept).toContain(nameOf('deliveries', 6))
    expect(await database.prisma.delivery.count({ where: { id: deliveryId } })).toBe(1)
  })
})

/** Waits until a statement waits for a lock on a table. */
async function waitForLock(): Promise<void> {
  for (;;) {
    const { rows } = await database.pool.query(
      `SELECT 1 FROM pg_locks WHERE NOT granted AND relation = 'deliveries'::regclass`,
    )
    if (rows.length > 0) return
  }
}

describe('rows in the DEFAULT partitions', () => {
  it('are deleted when their month is past the retention, younger ones never', async () => {
    const old = await addDelivery(monthsAgo(6))
    const young = await addDelivery(monthsAgo(1))
    await addAttempt(old.deliveryId, monthsAgo(6))
    await addAttempt(young.deliveryId, monthsAgo(0))
    expect(await run()).toEqual({
      ...NOTHING,
      deletedRows: [
        { table: 'delivery_attempts', rows: 1 },
        { table: 'deliveries', rows: 1 },
        { table: 'events', rows: 1 },
      ],
    })
    expect((await database.prisma.delivery.findMany()).map(({ id }) => id)).toEqual([
      young.deliveryId,
    ])
    expect((await database.prisma.event.findMany()).map(({ id }) => id)).toEqual([young.eventId])
    expect(await database.prisma.deliveryAttempt.count()).toBe(1)
  })

  it('are kept if their delivery is not terminal', async () => {
    for (const state of ['pending', 'retrying', 'held']) {
      const { deliveryId } = await addDelivery(monthsAgo(6), { state })
      await addAttempt(deliveryId, monthsAgo(6))
    }
    const { deliveryId } = await addDelivery(monthsAgo(6), { isDue: true })
    await addAttempt(deliveryId, monthsAgo(6))
    expect(await run()).toEqual(NOTHING)
    expect(await database.prisma.delivery.count()).toBe(4)
    expect(await database.prisma.event.count()).toBe(4)
    expect(await database.prisma.deliveryAttempt.count()).toBe(4)
  })

  it('are deleted by the next run if they exceed the limit of one', async () => {
    const stays = await addDelivery(monthsAgo(6), { state: 'held' })
    await database.pool.query(
      `INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger)
       SELECT (left(uuid7_floor($1::timestamptz + n * interval '1 ms')::text, 14) || '7' || substr(gen_random_uuid()::text, 16))::uuid,
              $2, 1, gen_random_uuid(), 'install_attributed', 'succeeded', 'auto' FROM generate_series(-30000, 30000) AS n`,
      [monthsAgo(6), projectId],
    )
    const first = await run()
    expect(first).toMatchObject({ deletedRows: [{ table: 'deliveries' }], hasMore: true })
    const rest = await run()
    expect(rest).toMatchObject({ deletedRows: [{ table: 'deliveries' }], hasMore: false })
    const deleted = [first, rest].map(({ deletedRows }) => Number(deletedRows[0]?.rows))
    expect(deleted[0]).toBeGreaterThan(40_000)
    expect(deleted.reduce((sum, rows) => sum + rows)).toBe(60_001)
    expect((await database.prisma.delivery.findMany()).map(({ id }) => id)).toEqual([
      stays.deliveryId,
    ])
  })

  it('are kept with events while their delivery stays readable', async () => {
    await makeMonth(6, ['deliveries'])
    const read = await addDelivery(monthsAgo(6))
    await addDelivery(monthsAgo(6), { state: 'held' })
    expect((await run()).deletedRows).toEqual([])
    expect(await database.prisma.event.count({ where: { id: read.eventId } })).toBe(1)
  })
})
