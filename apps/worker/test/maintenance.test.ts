import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { holdDeliveries } from '@throughline/db/deliveries/hold-deliveries'
import { replayDeliveries } from '@throughline/db/deliveries/replay-deliveries'
import { resendDelivery } from '@throughline/db/deliveries/resend-delivery'
import { ensurePartitions } from '@throughline/db/retention/partitions'
import { createLogger } from '@throughline/runtime/logger'
import { startTestReceiver } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import type { WorkerContext } from '../src/context.js'
import { maintain, runTask } from '../src/maintenance/maintain.js'
import { RETENTION, startRetention } from '../src/maintenance/retention.js'
import {
  ANONYMIZE_VISITORS,
  LARGE_CALLS,
  ORPHANS,
  PARTITIONS,
  PROJECTS,
} from '../src/maintenance/tasks.js'
import { createHarness, type Harness } from './harness.js'

const DAY_MS = 24 * 3_600_000

let harness: Harness
const open: { close: () => unknown }[] = []
beforeAll(async () => {
  harness = await createHarness()
})
afterEach(async () => {
  await harness.stopWorkers()
  for (const each of open.splice(0)) await each.close()
})
afterAll(() => harness.drop())

interface Line {
  level: string
  text: string
  fields: unknown
}

/** A context that records all log lines. */
function prepare(): { ctx: WorkerContext; lines: Line[] } {
  const ctx = harness.prepare()
  open.push(ctx)
  const lines: Line[] = []
  for (const level of ['info', 'warn'] as const)
    ctx.logger[level] = (fields: unknown, text?: string) =>
      void lines.push({ level, text: text ?? '', fields })
  return { ctx, lines }
}

async function makeOldMonth(table: string, months: number): Promise<string> {
  const { rows } = await harness.database.pool.query<{ name: string }>(
    `SELECT make_partition($1, month, 0), $1 || '_' || to_char(month AT TIME ZONE 'UTC', 'YYYYMM') AS name
       FROM date_trunc('month', now() - make_interval(months => $2), 'UTC') AS month`,
    [table, months],
  )
  return rows[0]?.name ?? ''
}

async function exists(table: string): Promise<boolean> {
  const { rows } = await harness.database.pool.query<{ is_there: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS is_there',
    [table],
  )
  return rows[0]?.is_there === true
}

async function metric(ctx: WorkerContext, name: string): Promise<Record<string, number>> {
  const found = await ctx.registry.getSingleMetric(name)?.get()
  const pairs = (found?.values ?? []).map(({ labels, value }) => [
    Object.values(labels).join() || 'all',
    value,
  ])
  return Object.fromEntries(pairs) as Record<string, number>
}

describe('retention', () => {
  it('drops expired partitions, logs one line, counts it, and runs again in a day', async () => {
    const { ctx, lines } = prepare()
    const name = await makeOldMonth('deliveries', 6)
    expect(await runTask(ctx, RETENTION)).toBe(DAY_MS)
    expect(await exists(name)).toBe(false)
    expect(lines).toEqual([
      {
        level: 'info',
        text: 'retention run finished',
        fields: {
          dropped: [{ table: 'deliveries', partition: name }],
          kept: [],
          busy: [],
          deletedRows: [],
        },
      },
    ])
    const counted = await metric(ctx, 'throughline_retention_partitions_dropped_total')
    expect(counted).toEqual({ deliveries: 1 })
    expect(await runTask(ctx, RETENTION)).toBe(DAY_MS)
    expect(lines).toHaveLength(1)
  })

  it('uses the retention set in the environment', async () => {
    const name = await makeOldMonth('clicks', 6)
    const { ctx } = prepare()
    await runTask(ctx, RETENTION)
    expect(await exists(name)).toBe(true)
    const { config } = ctx
    const retention = { ...config.retention, clickDays: 31 }
    await runTask({ ...ctx, config: { ...config, retention } }, RETENTION)
    expect(await exists(name)).toBe(false)
  })

  it('counts the rows that it deletes from DEFAULT', async () => {
    const { ctx } = prepare()
    await harness.database.pool.query(
      `INSERT INTO events (id, project_id, type, payload)
       SELECT uuid7_floor(now() - interval '200 days' + n * interval '1 ms'), $1, 'install_attributed', '{}' FROM generate_series(1, 3) AS n`,
      [newUuidV7()],
    )
    await runTask(ctx, RETENTION)
    expect(await metric(ctx, 'throughline_retention_rows_deleted_total')).toEqual({ events: 3 })
  })

  it('runs again soon when a partition is in use', async () => {
    const { ctx } = prepare()
    const name = await makeOldMonth('events', 6)
    const reader = await harness.database.pool.connect()
    await reader.query('BEGIN')
    await reader.query('SELECT count(*) FROM events')
    expect(await runTask(ctx, RETENTION)).toBeLessThan(DAY_MS / 24)
    await reader.query('COMMIT')
    reader.release()
    expect(await runTask(ctx, RETENTION)).toBe(DAY_MS)
    expect(await exists(name)).toBe(false)
  })

  it('deletes match counts after 13 weeks, and sightings of days that are over', async () => {
    const { ctx } = prepare()
    const { pool, prisma } = harness.database
    await pool.query(
      `INSERT INTO match_counts (week, project_id, platform, signal, relation, bucket)
       SELECT current_date - days, gen_random_uuid(), 'ios', 'model', 'same', 'other' FROM unnest(ARRAY[1, 93]) AS days`,
    )
    await pool.query(
      `INSERT INTO match_sightings (day, value_hash, address_hash)
       SELECT current_date - days, 'v', 'a' FROM unnest(ARRAY[0, 3]) AS days`,
    )
    await maintain(ctx, ANONYMIZE_VISITORS).stop()
    expect([await prisma.matchCount.count(), await prisma.matchSighting.count()]).toEqual([1, 1])
  })

  it('deletes projects whose grace period has ended, one after the other', async () => {
    const { ctx, lines } = prepare()
    const { prisma } = harness.database
    const hourMs = 3_600_000
    const create = (prefix: string, deletesAt: Date | null) =>
      prisma.project.create({ data: { name: prefix, prefix, deletesAt } })
    const due = await create('due', new Date(Date.now() - hourMs))
    await create('second', new Date(Date.now() - 1_000))
    await create('later', new Date(Date.now() + hourMs))
    await maintain(ctx, PROJECTS).stop()
    expect(await runTask(ctx, PROJECTS)).toBeLessThan(hourMs)
    expect(await runTask(ctx, PROJECTS)).toBe(hourMs)
    const left = await prisma.project.findMany({
      where: { prefix: { in: ['due', 'second', 'later'] } },
    })
    expect(left.map(({ prefix }) => prefix)).toEqual(['later'])
    expect(lines).toContainEqual(expect.objectContaining({ fields: { prefix: 'due' } }))
    const [note] = await prisma.auditEntry.findMany({ where: { projectId: due.id } })
    expect(note).toMatchObject({ actor: 'system', action: 'project.delete' })
  })

  it('deletes a project although one statement takes longer than others may', async () => {
    const { ctx } = prepare()
    const { prisma, pool } = harness.database
    await pool.query(`
      CREATE FUNCTION sleep_long() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(11); RETURN NULL; END $$;
      CREATE TRIGGER sleep_long BEFORE DELETE ON installs EXECUTE FUNCTION sleep_long()`)
    const data = { name: 'large', prefix: 'large', deletesAt: new Date() }
    const { id } = await prisma.project.create({ data })
    await runTask(ctx, PROJECTS)
    await pool.query('DROP FUNCTION sleep_long CASCADE')
    expect(await prisma.project.count({ where: { id } })).toBe(0)
  }, 30_000)

  it('is logged and counted if it fails, and runs again soon', async () => {
    const { ctx, lines } = prepare()
    const away = harness.prepare()
    await away.close()
    expect(await runTask({ ...ctx, database: away.database }, RETENTION)).toBeLessThan(DAY_MS / 24)
    expect(lines).toMatchObject([{ level: 'warn' }])
    expect(await metric(ctx, 'throughline_maintenance_failures_total')).toEqual({ retention: 1 })
  })

  it('does not start with the worker', async () => {
    const { ctx } = prepare()
    const name = await makeOldMonth('deliveries', 7)
    await startRetention(ctx).stop()
    expect(await exists(name)).toBe(true)
  })
})

describe('anonymizing', () => {
  const addDay = async (daysAgo: number) => {
    const { rows } = await harness.database.pool.query<{ day: string }>(
      `INSERT INTO daily_salts (day, salt) SELECT (now() AT TIME ZONE 'UTC')::date - $1::integer, '\\x00'
       RETURNING day::text`,
      [daysAgo],
    )
    await harness.database.pool.query(
      `INSERT INTO unique_visitors (link_id, day, visitor_hash) VALUES (1, $1, '\\x00')`,
      [rows[0]?.day],
    )
  }
  const left = () =>
    Promise.all([
      harness.database.prisma.dailySalt.count(),
      harness.database.prisma.uniqueVisitor.count(),
    ])

  it('deletes the salts and visitors of past days, at the start and hourly', async () => {
    const { ctx, lines } = prepare()
    for (const daysAgo of [0, 2, 3]) await addDay(daysAgo)
    await maintain(ctx, ANONYMIZE_VISITORS).stop()
    expect(await left()).toEqual([1, 1])
    expect(lines).toMatchObject([{ level: 'info', fields: { salts: 2 } }])
    expect(await runTask(ctx, ANONYMIZE_VISITORS)).toBe(DAY_MS / 24)
    expect(lines).toHaveLength(1)
  })

  it('deletes device reports once no install can match them', async () => {
    const { ctx } = prepare()
    await harness.database.pool.query(
      `INSERT INTO visits (id, project_id, click_id, link_id)
       SELECT uuid7_floor(now() - days * interval '1 day'), gen_random_uuid(), gen_random_uuid(), 1
         FROM unnest(ARRAY[1, 9, 400]) AS days`,
    )
    await maintain(ctx, ANONYMIZE_VISITORS).stop()
    expect(await harness.database.prisma.visit.count()).toBe(1)
  })

  it('is logged and counted if it fails, and runs again within a minute', async () => {
    const { ctx, lines } = prepare()
    const away = harness.prepare()
    await away.close()
    expect(await runTask({ ...ctx, database: away.database }, ANONYMIZE_VISITORS)).toBe(60_000)
    expect(lines).toMatchObject([{ level: 'warn' }])
    expect(await metric(ctx, 'throughline_maintenance_failures_total')).toEqual({ forgetting: 1 })
  })
})

describe('without a partition for next month', () => {
  const nextMonth = () => {
    const now = new Date()
    const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
    return `deliveries_${month.toISOString().slice(0, 7).replace('-', '')}`
  }

  it('a worker is not ready until there is one', async () => {
    const { worker, ctx } = await harness.start()
    expect(await worker.notReadyReason()).toBeNull()
    // The task that creates partitions at the start has run before.
    await waitFor(() => exists(nextMonth()), { what: 'the partition' })
    await harness.database.pool.query(`DROP TABLE ${nextMonth()}`)
    expect(await worker.notReadyReason()).toMatch(/partition/)
    await ensurePartitions(ctx.database)
    expect(await worker.notReadyReason()).toBeNull()
  })

  it('a worker creates it at its start, and logs it', async () => {
    const { ctx, lines } = prepare()
    await harness.database.pool.query(`DROP TABLE ${nextMonth()}`)
    await maintain(ctx, PARTITIONS).stop()
    expect(await exists(nextMonth())).toBe(true)
    expect(lines).toEqual([
      { level: 'info', text: 'partitions created', fields: { made: [nextMonth()] } },
    ])
  })
})

describe('a delivery that can never be sent', () => {
  const orphan = async (what: 'event' | 'webhook') => {
    const webhook = await harness.addWebhook('https://receiver.test/')
    const { deliveryId } = await harness.addDelivery(webhook)
    const { prisma } = harness.database
    const row = await prisma.delivery.findFirstOrThrow({ where: { id: deliveryId } })
    if (what === 'event') await prisma.event.deleteMany({ where: { id: row.eventId } })
    else await prisma.webhook.delete({ where: { id: webhook.id } })
    await due(deliveryId, 61)
    return { webhook, deliveryId }
  }
  const due = (deliveryId: string, seconds: number) => harness.database.prisma.$executeRaw`
    UPDATE deliveries SET due_at = now() - make_interval(secs => ${seconds}) WHERE id = ${deliveryId}::uuid`

  it.each(['event', 'webhook'] as const)('ends if its %s is missing', async (what) => {
    const { ctx, lines } = prepare()
    const { webhook, deliveryId } = await orphan(what)
    const other = await harness.addDelivery(await harness.addWebhook('https://receiver.test/'))
    await due(other.deliveryId, 90)
    ctx.logger.error = (fields: unknown, text?: string) =>
      void lines.push({ level: 'error', text: text ?? '', fields })
    await maintain(ctx, ORPHANS).stop()
    expect(lines).toMatchObject([{ level: 'error', fields: { deliveryIds: [deliveryId] } }])
    expect(await metric(ctx, 'throughline_delivery_faults_total')).toEqual({ orphan: 1 })
    expect(await harness.read(webhook, deliveryId)).toMatchObject({
      state: 'canceled',
      nextAttemptAt: null,
      attempts: [],
      payload: what === 'event' ? '' : expect.stringContaining('matched'),
    })
    const kept = await ctx.database.prisma.delivery.findFirst({ where: { id: other.deliveryId } })
    expect(kept).toMatchObject({ state: 'pending' })
  })

  it('is not resent by hand either if its event is missing', async () => {
    const { ctx } = prepare()
    const { webhook, deliveryId } = await orphan('event')
    const where = { id: deliveryId }
    await ctx.database.prisma.delivery.updateMany({ where, data: { state: 'failed', dueAt: null } })
    const request = { projectId: webhook.projectId, deliveryId, withRetries: true }
    expect(await resendDelivery(ctx.database.prisma, request)).toEqual({ kind: 'not_resendable' })
    await due(deliveryId, 61)
    await maintain(ctx, ORPHANS).stop()
    const row = await ctx.database.prisma.delivery.findFirst({ where })
    expect(row).toMatchObject({ state: 'failed', dueAt: null })
  })
})

it('a replay that was too large for its request is continued', async () => {
  const { ctx } = prepare()
  const webhook = await harness.addWebhook('https://receiver.test/')
  for (let made = 0; made < 3; made += 1) await harness.addDelivery(webhook)
  const where = { webhookId: webhook.id }
  await ctx.database.prisma.delivery.updateMany({ where, data: { state: 'failed', dueAt: null } })
  const range = { webhookId: webhook.id, since: new Date(0), until: null, rowsAtOnce: 1 }
  await replayDeliveries(ctx.database.prisma, { ...range, states: ['failed'] }, 0)
  const task = maintain(ctx, LARGE_CALLS)
  await waitFor(
    async () =>
      (await ctx.database.prisma.delivery.count({ where: { ...where, state: 'pending' } })) === 3,
    { what: 'all of them to be taken up' },
  )
  await task.stop()
})

it('changes deliveries that were too many for one batch with their webhook', async () => {
  const { ctx } = prepare()
  const webhook = await harness.addWebhook('https://receiver.test/')
  const { prisma } = ctx.database
  for (let made = 0; made < 3; made += 1) await harness.addDelivery(webhook)
  await prisma.webhook.update({ where: { id: webhook.id }, data: { isActive: false } })
  await holdDeliveries(prisma, webhook.id, 1)
  const where = { webhookId: webhook.id, state: 'held' }
  expect(await prisma.delivery.count({ where })).toBe(1)
  const task = maintain(ctx, LARGE_CALLS)
  await waitFor(async () => (await prisma.delivery.count({ where })) === 3, { what: 'all held' })
  await task.stop()
})

it('counts and logs a failed schedule once, and not a failed resend after it', async () => {
  // Deliveries of other tests are due: a worker would attempt and exhaust them too, once they are 15 s old.
  await harness.database.prisma.delivery.deleteMany()
  const receiver = await startTestReceiver({ respond: () => ({ status: 500 }) })
  open.push(receiver)
  const lines: string[] = []
  const logger = createLogger(
    { name: 'worker', level: 'info' },
    { write: (line) => void lines.push(line) },
  )
  const env = { RETRY_BASE_MS: '1' }
  const worker = await harness.start({ ca: [receiver.caPem], env, logger })
  const webhook = await harness.addWebhook(receiver.url())
  const deliveryId = await harness.deliver(worker, webhook)
  await harness.waitForState(webhook, deliveryId, 'failed')
  const counted = () => metric(worker.ctx, 'throughline_deliveries_exhausted_total')
  await waitFor(async () => (await counted())['all'] === 1, { what: 'the count' })
  const logged = lines.filter((line) => line.includes('no retry is left'))
  expect(logged.map((line) => JSON.parse(line) as object)).toMatchObject([
    { deliveryId, webhookId: webhook.id, statusCode: 500 },
  ])

  const { projectId } = webhook
  const request = { projectId, deliveryId, withRetries: false }
  const outcome = await resendDelivery(worker.ctx.database.prisma, request)
  if (outcome.kind !== 'queued') throw new Error(outcome.kind)
  await worker.ctx.queue.enqueue([outcome.delivery], 5_000)
  await waitFor(async () => (await harness.read(webhook, deliveryId)).attempts.length === 5, {
    what: 'the fifth attempt',
  })
  await waitFor(() => worker.ctx.activity.inFlight() === 0, { what: 'the job to end' })
  expect(await counted()).toEqual({ all: 1 })
})
