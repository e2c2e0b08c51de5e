import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { boundQueue } from '@throughline/queue/bounded-queue'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { startSmallRedis, type SmallRedis } from '@throughline/testkit/small-redis'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { createRetryCapacity } from '../../src/deliveries/retry-capacity.js'
import { isStuck } from '../../src/watchdog.js'
import { createHarness, type Harness, type TestWebhook, type TestWorker } from '../harness.js'

let harness: Harness
let receiver: TestReceiver
const open: (() => unknown)[] = []
beforeEach(async () => {
  receiver = await startTestReceiver({ respond: () => ({ status: 200 }) })
})
afterEach(async () => {
  await harness.stopWorkers()
  for (const close of open.splice(0)) await close()
  await harness.drop()
  await receiver.close()
})

/** Simulates 15 s: the sweeper no longer waits for jobs that the API would have added for these deliveries. */
const passGrace = () => harness.database.prisma.$executeRaw`
  UPDATE deliveries SET enqueued_at = NULL WHERE due_at IS NOT NULL`

/** Whether the sweeper waits for a job in half a minute or later. The worker stores this after the job has ended. */
async function isDeferred(): Promise<boolean> {
  const rows = await harness.database.prisma.$queryRaw<unknown[]>`
    SELECT 1 FROM deliveries WHERE enqueued_at > now() + interval '30 s'`
  return rows.length === 1
}

async function metric({ ctx }: TestWorker, name: string): Promise<number> {
  const text = await ctx.registry.getSingleMetricAsString(name)
  return Number(/ (\d+)$/m.exec(text)?.[1] ?? 0)
}

async function waitForAll(webhook: TestWebhook, ids: string[]): Promise<void> {
  for (const id of ids) await harness.waitForState(webhook, id, 'succeeded')
  const arrived = receiver.requests.map(({ headers }) => headers['webhook-id'])
  expect(arrived.sort()).toEqual([...ids].sort())
}

describe('a full queue', () => {
  it('leaves deliveries to the sweeper, which delivers all', async () => {
    harness = await createHarness()
    const ctx = harness.prepare()
    open.push(() => ctx.close())
    const looks = () => Promise.all([ctx.queue.depth(), ctx.queue.depth()])
    await waitFor(looks, { what: 'both connections of the queue' })
    const left: number[] = []
    const queue = boundQueue(ctx.queue, {
      maxJobs: 3,
      resumeBelow: 1,
      onFull: () => undefined,
      // Counted once, with the empty queue. On a busy machine a later count may fail, and then no queue counts as full.
      nowMs: () => 0,
      onLeft: (deliveries) => left.push(deliveries),
    })
    const webhook = await harness.addWebhook(receiver.url())
    const ids: string[] = []
    for (let n = 0; n < 8; n += 1) {
      const delivery = await harness.addDelivery(webhook)
      await queue.enqueue([delivery], 5_000)
      ids.push(delivery.deliveryId)
    }
    expect(left).toEqual([1, 1, 1, 1, 1])
    expect(await ctx.queue.depth()).toBe(3)

    const worker = await harness.start({ ca: [receiver.caPem] })
    for (const id of ids.slice(0, 3)) await harness.waitForState(webhook, id, 'succeeded')
    expect(receiver.requests).toHaveLength(3)
    await passGrace()
    await waitForAll(webhook, ids)
    expect(await metric(worker, 'throughline_sweeper_rescues_total')).toBeGreaterThanOrEqual(5)
  })
})

describe('retries beyond the limit of the queue', () => {
  it('wait in the database, and are sent when due', async () => {
    harness = await createHarness()
    const failing = await startTestReceiver({
      respond: (_request, n) => ({ status: n === 1 ? 500 : 200 }),
    })
    open.push(() => failing.close())
    const worker = await harness.start({ ca: [failing.caPem] })
    const { ctx } = worker
    ctx.retryCapacity = createRetryCapacity(ctx.queue, 0)
    const webhook = await harness.addWebhook(failing.url())
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'retrying')
    await waitFor(async () => (await ctx.queue.depth()) === 0, { what: 'the job to end' })
    expect(await ctx.queue.delayed()).toBe(0)
    await harness.database.prisma.$executeRaw`UPDATE deliveries SET due_at = now()`
    await passGrace()
    await harness.waitForState(webhook, id, 'succeeded')
    expect(failing.requests).toHaveLength(2)
  })
})

describe('deliveries of a webhook at its limit, beyond the limit of the queue', () => {
  it('wait in the database', async () => {
    harness = await createHarness()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const { ctx } = worker
    const { limiter } = ctx
    ctx.retryCapacity = createRetryCapacity(ctx.queue, 0)
    let refusals = 0
    ctx.limiter = {
      ...limiter,
      acquire: () => {
        refusals += 1
        return { kind: 'saturated', delayMs: 60_000 }
      },
    }
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await waitFor(() => refusals === 1, { what: 'the job to be deferred' })
    await waitFor(async () => (await ctx.queue.depth()) === 0, { what: 'the job to end' })
    expect(await ctx.queue.delayed()).toBe(0)
    await waitFor(isDeferred, { what: 'the deferral to be stored' })
    ctx.limiter = limiter
    await passGrace()
    await harness.waitForState(webhook, id, 'succeeded')
  })
})

const onRedis = testEnv().queueBackend === 'redis' ? describe : describe.skip

onRedis('a Redis that others have filled', () => {
  let redis: SmallRedis
  beforeEach(async () => {
    redis = await startSmallRedis()
    harness = await createHarness({ kind: 'redis', url: redis.url })
    open.push(() => redis.stop())
  })

  it('keeps deliveries in the database, ends no worker, and delivers all when there is room', async () => {
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    await redis.fill()
    const ids: string[] = []
    for (let n = 0; n < 20; n += 1) {
      const delivery = await harness.addDelivery(webhook)
      expect(await worker.ctx.queue.enqueue([delivery], 5_000)).toHaveProperty('failed')
      ids.push(delivery.deliveryId)
    }
    await waitFor(() => !worker.worker.consumer.isReady(), {
      what: 'the worker to see it',
    })
    expect(await worker.worker.notReadyReason()).toContain('Redis is full')
    await harness.database.prisma.$executeRaw`
      UPDATE deliveries SET due_at = due_at - interval '2 minutes'`
    const activity = { ...worker.ctx.activity, secondsSinceClaim: () => 61 }
    const isEnded = () => isStuck({ ...worker.ctx, activity }, worker.worker.consumer)
    expect(await isEnded()).toBe(false)

    const refused = await metric(worker, 'throughline_enqueue_failures_total')
    await passGrace()
    await waitFor(
      async () => (await metric(worker, 'throughline_enqueue_failures_total')) > refused,
      { what: 'the sweeper to be refused' },
    )
    await redis.makeRoom()
    await passGrace()
    await waitForAll(webhook, ids)
    expect(await worker.worker.notReadyReason()).toBeNull()
  })

  it('gets a few deliveries from the sweeper until it accepts them, and then all', async () => {
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const ids: string[] = []
    for (let n = 0; n < 31; n += 1) ids.push((await harness.addDelivery(webhook)).deliveryId)
    await redis.fill()
    const refusals = () => metric(worker, 'throughline_enqueue_failures_total')
    await harness.forgetJob(ids[0] ?? '')
    await waitFor(async () => (await refusals()) >= 1, { what: 'the first to be refused' })
    // Before the next pass, because a pass without due deliveries resets the state after a rejection.
    await passGrace()
    const rescues = () => metric(worker, 'throughline_sweeper_rescues_total')
    await waitFor(async () => (await rescues()) > 30, { what: 'the others to be' })
    // First one, then ten at a time. Each rejection is counted shortly after its deliveries.
    await waitFor(async () => (await refusals()) >= 4, { what: 'the fourth refusal' })
    await redis.makeRoom()
    await passGrace()
    await waitForAll(webhook, ids)
  })
})
