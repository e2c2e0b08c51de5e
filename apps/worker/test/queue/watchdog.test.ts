import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { claimDeliveries } from '@throughline/db/deliveries/claim-deliveries'
import type { WorkerContext } from '../../src/context.js'
import { isStuck, sampleCounts, startWatchdog } from '../../src/watchdog.js'
import { createHarness, type Harness, type TestWebhook } from '../harness.js'

const UP = { isReady: () => true }

let harness: Harness
let ctx: WorkerContext
let webhook: TestWebhook
beforeAll(async () => {
  harness = await createHarness()
})
beforeEach(async () => {
  const { prisma } = harness.database
  await prisma.deliveryAttempt.deleteMany()
  await prisma.delivery.deleteMany()
  webhook = await harness.addWebhook('https://receiver.test/')
  const prepared = harness.prepare()
  // 61 seconds without a claim, and nothing in progress.
  ctx = { ...prepared, activity: { ...prepared.activity, secondsSinceClaim: () => 61 } }
})
afterEach(() => ctx.close())
afterAll(() => harness.drop())

/** A delivery that has been due for this long. */
async function due(seconds: number, more: { leaseSeconds?: number } = {}): Promise<string> {
  const { deliveryId } = await harness.addDelivery(webhook)
  await harness.database.prisma.$executeRaw`
    UPDATE deliveries SET due_at = clock_timestamp() - make_interval(secs => ${seconds}),
           lease_until = clock_timestamp() + make_interval(secs => ${more.leaseSeconds ?? null}::integer)
     WHERE id = ${deliveryId}::uuid`
  return deliveryId
}

async function attemptEnded(secondsAgo: number): Promise<void> {
  const { projectId } = webhook
  const id = newUuidV7()
  await harness.database.prisma.$executeRaw`
    INSERT INTO delivery_attempts (id, project_id, delivery_id, number, trigger, started_at, duration_ms, outcome, url)
    VALUES ((left(uuid7_floor(clock_timestamp() - make_interval(secs => ${secondsAgo}))::text, 14) || substr(${id}, 15))::uuid,
            ${projectId}::uuid, ${newUuidV7()}::uuid, 1, 'auto', now(), 5, 'failed', 'https://receiver.test/')`
}

const gauge = async (name: string) =>
  Number(/ ([\d.]+)$/m.exec(await ctx.registry.getSingleMetricAsString(name))?.[1])

describe('a worker is stuck', () => {
  it('if an old due row is free, the queue is up, slots are free and nobody has claimed', async () => {
    await due(61)
    expect(await isStuck(ctx, UP)).toBe(true)
  })

  it('if the lease of a killed worker has expired', async () => {
    await due(61, { leaseSeconds: -1 })
    expect(await isStuck(ctx, UP)).toBe(true)
  })
})

it('the watchdog ends a stuck worker', async () => {
  await due(61)
  let task = { stop: () => Promise.resolve() }
  await new Promise<void>((resolve) => {
    task = startWatchdog(ctx, UP, resolve)
  })
  await task.stop()
})

describe('a worker is not stuck', () => {
  it('while the queue is disconnected', async () => {
    await due(61)
    expect(await isStuck(ctx, { isReady: () => false })).toBe(false)
  })

  it('while no slot is free', async () => {
    await due(61)
    const { concurrency } = ctx.config.delivery
    const busy = (inFlight: number) => ({
      ...ctx,
      activity: { ...ctx.activity, inFlight: () => inFlight },
    })
    expect(await isStuck(busy(concurrency), UP)).toBe(false)
    expect(await isStuck(busy(concurrency - 1), UP)).toBe(true)
  })

  it('if it has claimed within the minute', async () => {
    await due(61)
    const recent = { ...ctx, activity: { ...ctx.activity, secondsSinceClaim: () => 60 } }
    expect(await isStuck(recent, UP)).toBe(false)
  })

  it('while the oldest free row is younger than a minute', async () => {
    await due(55)
    expect(await isStuck(ctx, UP)).toBe(false)
  })

  it('if the only old row is in flight', async () => {
    await due(61, { leaseSeconds: 30 })
    await due(55)
    expect(await isStuck(ctx, UP)).toBe(false)
  })

  it('while another worker has one in flight', async () => {
    await due(61)
    await due(5, { leaseSeconds: 30 })
    expect(await isStuck(ctx, UP)).toBe(false)
  })

  it('if another worker ended an attempt within the minute', async () => {
    await due(61)
    await attemptEnded(70)
    expect(await isStuck(ctx, UP)).toBe(true)
    await attemptEnded(30)
    expect(await isStuck(ctx, UP)).toBe(false)
  })

  it('because of held, skipped, failed or canceled deliveries, however old', async () => {
    for (const state of ['held', 'skipped', 'failed', 'canceled', 'succeeded']) {
      const id = await due(3_600)
      await harness.database.prisma.delivery.updateMany({
        where: { id },
        data: { state, dueAt: null },
      })
    }
    expect(await isStuck(ctx, UP)).toBe(false)
    expect(await gauge('throughline_deliveries_oldest_due_seconds')).toBe(0)
  })

  it('because of due deliveries of a paused webhook: the claim holds them', async () => {
    const deliveryId = await due(61)
    await harness.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: { isActive: false },
    })
    const request = { deliveryId, leaseToken: randomUUID() }
    await claimDeliveries(harness.database, [request], 1_000)
    expect(await isStuck(ctx, UP)).toBe(false)
  })

  it('if the database is unavailable', async () => {
    const away = harness.prepare()
    await away.close()
    const ended: string[] = []
    const task = startWatchdog(away, UP, () => ended.push('ended'))
    await task.stop()
    expect(ended).toEqual([])
  })
})

describe('due deliveries', () => {
  it('are reported with the number of starved projects: one waits and has no attempt in flight', async () => {
    await due(31)
    await sampleCounts(ctx)
    expect(await gauge('throughline_deliveries_starved_projects')).toBe(1)
    await due(1, { leaseSeconds: 30 })
    await sampleCounts(ctx)
    expect(await gauge('throughline_deliveries_starved_projects')).toBe(0)
  })

  it('are reported with the age of the oldest, in flight or not, and of the oldest that is free', async () => {
    await due(200, { leaseSeconds: 30 })
    await due(100)
    await due(-60)
    const held = await due(300)
    await harness.database.prisma.delivery.updateMany({
      where: { id: held },
      data: { state: 'held', dueAt: null },
    })
    await isStuck(ctx, UP)
    await sampleCounts(ctx)
    expect(await gauge('throughline_deliveries_due')).toBe(2)
    expect(await gauge('throughline_deliveries_held')).toBe(1)
    const [any, free] = [
      await gauge('throughline_deliveries_oldest_due_seconds'),
      await gauge('throughline_deliveries_oldest_free_seconds'),
    ]
    expect(Math.round(any / 10)).toBe(20)
    expect(Math.round(free / 10)).toBe(10)
  })
})
