import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { generateKeyRingEntry } from '@throughline/core/security/key-ring'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { claimDeliveries } from '@throughline/db/deliveries/claim-deliveries'
import { recordResults } from '@throughline/db/deliveries/record-results'
import { startFaultProxy } from '@throughline/testkit/fault-proxy'
import { startTestReceiver, type Respond, type TestReceiver } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import { createActivity } from '../../src/context.js'
import { sweepOnce } from '../../src/sweep/sweep.js'
import { createDeferredWaker } from '../../src/sweep/wake-deferred.js'
import { isStuck } from '../../src/watchdog.js'
import { createHarness, type Harness, type TestWorker } from '../harness.js'
import { spawnWorker } from '../spawn-worker.js'

let harness: Harness
let receiver: TestReceiver
const open: { close: () => unknown }[] = []
beforeAll(async () => {
  harness = await createHarness()
})
afterEach(async () => {
  await harness.stopWorkers()
  for (const each of open.splice(0)) await each.close()
})
afterAll(() => harness.drop())

async function receive(respond: Respond = () => ({ status: 200 })): Promise<TestReceiver> {
  receiver = await startTestReceiver({ respond })
  open.push(receiver)
  return receiver
}

async function metric({ ctx }: TestWorker, name: string): Promise<number> {
  const text = await ctx.registry.getSingleMetricAsString(name)
  return Number(/ (\d+)$/m.exec(text)?.[1] ?? 0)
}

describe('never lost', () => {
  it('a delivery without a job is found by the sweeper', async () => {
    await receive()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const { deliveryId } = await harness.addDelivery(webhook)
    await sweepOnce(worker.ctx)
    expect((await harness.read(webhook, deliveryId)).attempts).toHaveLength(0)
    await harness.forgetJob(deliveryId)
    await sweepOnce(worker.ctx)
    await harness.waitForState(webhook, deliveryId, 'succeeded')
    expect(await metric(worker, 'throughline_sweeper_rescues_total')).toBe(1)
  })

  it('the sweeper adds nothing to a full or unresponsive queue', async () => {
    await receive()
    const ctx = harness.prepare()
    open.push(ctx)
    const webhook = await harness.addWebhook(receiver.url())
    const { deliveryId } = await harness.addDelivery(webhook)
    await harness.forgetJob(deliveryId)
    const withDepth = (depth: () => Promise<number>) => ({
      ...ctx,
      queue: { ...ctx.queue, depth },
    })
    expect(await sweepOnce(withDepth(() => Promise.resolve(20_001)))).toBe('all')
    await expect(sweepOnce(withDepth(() => Promise.reject(new Error('away'))))).rejects.toThrow()
    const row = () =>
      harness.database.prisma.delivery.findFirstOrThrow({ where: { id: deliveryId } })
    expect(await row()).toMatchObject({ enqueuedAt: null, seq: 0 })
    await sweepOnce(withDepth(() => Promise.resolve(20_000)))
    expect(await row()).toMatchObject({ enqueuedAt: expect.any(Date), seq: 0 })
  })

  it('the sweeper adds no second job while the first one exists', async () => {
    await receive()
    const ctx = harness.prepare()
    open.push(ctx)
    const webhook = await harness.addWebhook(receiver.url())
    const deliveries = await Promise.all(
      Array.from({ length: 5 }, () => harness.addDelivery(webhook)),
    )
    await waitFor(async () => 'added' in (await ctx.queue.enqueue(deliveries, 5_000)), {
      what: 'the queue to take jobs',
    })
    const depth = await ctx.queue.depth()
    for (let sweeps = 0; sweeps < 3; sweeps += 1) {
      for (const { deliveryId } of deliveries) await harness.forgetJob(deliveryId)
      await sweepOnce(ctx)
    }
    expect(await ctx.queue.depth()).toBe(depth)
    await harness.start({ ca: [receiver.caPem] })
    for (const { deliveryId } of deliveries)
      await harness.waitForState(webhook, deliveryId, 'succeeded')
    expect(receiver.requests).toHaveLength(5)
  })

  it('the sweeper promotes a job that is delayed past its row’s time', async () => {
    await receive()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const delivery = await harness.addDelivery(webhook)
    await worker.ctx.queue.enqueue([{ ...delivery, delayMs: 600_000 }], 5_000)
    await harness.forgetJob(delivery.deliveryId)
    await sweepOnce(worker.ctx)
    await harness.waitForState(webhook, delivery.deliveryId, 'succeeded')
    expect(receiver.requests).toHaveLength(1)
  })

  it('a worker with spare capacity promotes deferred jobs, a few at first', async () => {
    await receive()
    const ctx = harness.prepare()
    open.push(ctx)
    const webhook = await harness.addWebhook(receiver.url())
    const deliveries = await Promise.all(
      Array.from({ length: 60 }, () => harness.addDelivery(webhook)),
    )
    const late = deliveries.map((each) => ({ ...each, delayMs: 600_000 }))
    await waitFor(async () => 'added' in (await ctx.queue.enqueue(late, 5_000)), {
      what: 'the queue to take jobs',
    })
    await harness.database.prisma.delivery.updateMany({
      where: { webhookId: webhook.id },
      data: { enqueuedAt: new Date(Date.now() + 600_000) },
    })
    const wake = createDeferredWaker(ctx)
    const before = await ctx.queue.depth()
    expect(await wake()).toEqual({ woken: 10, mayGoOn: false })
    expect(await ctx.queue.depth()).toBe(before + 10)
    // As far as the waker knows, those jobs were deferred again.
    expect(await wake()).toEqual({ woken: 10, mayGoOn: false })
    const busy = { ...ctx, activity: { ...ctx.activity, inFlight: () => 1_000 } }
    expect(await createDeferredWaker(busy)()).toEqual({ woken: 0, mayGoOn: false })

    await harness.start({ ca: [receiver.caPem] })
    for (const { deliveryId } of deliveries)
      await harness.waitForState(webhook, deliveryId, 'succeeded')
    expect(receiver.requests).toHaveLength(60)
  })

  it('a job whose delivery has a newer seq ends without a request', async () => {
    await receive()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const delivery = await harness.addDelivery(webhook)
    const { deliveryId } = delivery
    await harness.database.prisma.delivery.updateMany({
      where: { id: deliveryId },
      data: { seq: 1 },
    })
    const delayed = await worker.ctx.queue.delayed()
    await worker.ctx.queue.enqueue([delivery], 5_000)
    await waitFor(async () => (await worker.ctx.queue.depth()) === 0, { what: 'the job to end' })
    expect(await worker.ctx.queue.delayed()).toBe(delayed)
    expect(await harness.read(webhook, deliveryId)).toMatchObject({
      state: 'pending',
      attempts: [],
    })
    await worker.ctx.queue.enqueue([{ ...delivery, seq: 1 }], 5_000)
    await harness.waitForState(webhook, deliveryId, 'succeeded')
    expect(receiver.requests).toHaveLength(1)
  })

  it('a killed worker’s delivery is attempted again after its lease', async () => {
    await receive((_request, n) => (n === 1 ? 'hang' : { status: 200 }))
    const webhook = await harness.addWebhook(receiver.url())
    const { deliveryId } = await harness.addDelivery(webhook)
    await harness.forgetJob(deliveryId)
    const child = await spawnWorker(harness, {
      caPem: receiver.caPem,
      redisDatabase: 15,
      env: { DELIVERY_TIMEOUT_MS: '1000' },
    })
    open.push(child)
    await receiver.waitForRequests(1, 20_000)
    expect((await harness.read(webhook, deliveryId)).state).toBe('delivering')
    child.program.signalGroup('SIGKILL')
    await child.program.ended

    const worker = await harness.start({ ca: [receiver.caPem] })
    await harness.forgetJob(deliveryId)
    await waitFor(
      async () => {
        await sweepOnce(worker.ctx)
        return (await metric(worker, 'throughline_sweeper_rescues_total')) > 0
      },
      { what: 'the lease to end and the sweeper to see it' },
    )
    const stored = await harness.waitForState(webhook, deliveryId, 'succeeded')
    expect(receiver.requests.map(({ headers }) => headers['webhook-id'])).toEqual([
      deliveryId,
      deliveryId,
    ])
    expect(stored.attempts).toHaveLength(1)
  })

  it('a result outlives an outage of the database, and the receiver gets no second request', async () => {
    const proxy = await startFaultProxy(harness.url)
    open.push(proxy)
    await receive(() => (response) => void proxy.cut().then(() => response.writeHead(200).end()))
    const worker = await harness.start({
      ca: [receiver.caPem],
      env: { DATABASE_URL: proxy.url },
    })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await receiver.waitForRequests(1)
    await waitFor(() => worker.ctx.activity.inFlight() === 1, { what: 'the result to be kept' })
    expect((await harness.read(webhook, id)).state).toBe('delivering')
    await proxy.restore()
    await harness.waitForState(webhook, id, 'succeeded')
    expect(receiver.requests).toHaveLength(1)
  })

  it('an attempt in flight is finished and recorded during a stop', async () => {
    let answer = () => {}
    await receive(() => (response) => void (answer = () => response.writeHead(200).end()))
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await receiver.waitForRequests(1)
    const stopping = worker.stop()
    expect(await worker.worker.notReadyReason()).toBe('stopping')
    answer()
    await stopping
    expect(await harness.read(webhook, id)).toMatchObject({ state: 'succeeded', attemptsMade: 1 })
  })
})

describe('the lease', () => {
  it('rejects the result of a worker that has lost it', async () => {
    await receive()
    const { database } = harness
    const webhook = await harness.addWebhook(receiver.url())
    const { deliveryId } = await harness.addDelivery(webhook)
    const [first, second] = [randomUUID(), randomUUID()]
    const claim = (leaseToken: string, leaseMs: number) =>
      claimDeliveries(database, [{ deliveryId, leaseToken }], leaseMs)
    expect((await claim(first, 0))[0]?.kind).toBe('claimed')
    expect((await claim(second, 60_000))[0]?.kind).toBe('claimed')
    const result = {
      deliveryId,
      isSuccess: true,
      trigger: 'auto',
      retryDelayMs: null,
      startedAtMs: Date.now(),
      durationMs: 5,
      statusCode: 200,
      errorClass: null,
      error: null,
      responseBody: null,
      url: receiver.url(),
      address: null,
    }
    const recordResult = (leaseToken: string) =>
      recordResults(database, [{ ...result, leaseToken, attemptId: newUuidV7() }])
    expect(await recordResult(first)).toEqual([{ kind: 'leaseLost' }])
    expect(await harness.read(webhook, deliveryId)).toMatchObject({
      state: 'delivering',
      attempts: [],
    })
    expect((await recordResult(second))[0]).toMatchObject({ kind: 'recorded', state: 'succeeded' })
  })

  it('delays a job that comes too early', async () => {
    await receive()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const delivery = await harness.addDelivery(webhook)
    const request = { deliveryId: delivery.deliveryId, leaseToken: randomUUID() }
    await claimDeliveries(harness.database, [request], 800)
    const claimedAtMs = Date.now()
    await worker.ctx.queue.enqueue([delivery], 5_000)
    await harness.waitForState(webhook, delivery.deliveryId, 'succeeded')
    const arrivedMs = receiver.requests[0]?.receivedAt.getTime() ?? 0
    expect(arrivedMs - claimedAtMs).toBeGreaterThanOrEqual(750)
  })

  it('is released without an attempt if more than a second passed since the claim', async () => {
    await receive()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const { claims } = worker.ctx
    worker.ctx.claims = {
      claim: async (id) => {
        const claim = await claims.claim(id)
        return { ...claim, claimedAtMs: claim.claimedAtMs - 1_001 }
      },
    }
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await waitFor(async () => (await metric(worker, 'throughline_delivery_faults_total')) > 0, {
      what: 'the fault to be counted',
    })
    await waitFor(() => worker.ctx.activity.inFlight() === 0, { what: 'the lease to go back' })
    expect(await harness.read(webhook, id)).toMatchObject({
      state: 'pending',
      attemptsMade: 0,
      attempts: [],
    })
    expect(receiver.requests).toHaveLength(0)
  })

  it('is released immediately, without an attempt, if the ring lacks the secret’s key', async () => {
    await receive()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const sealed = harness.sealed(webhook.secret, webhook)
    await harness.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: { secretSealed: sealed.replace(/^k1\./, `${generateKeyRingEntry('k9').slice(0, 2)}.`) },
    })
    const id = await harness.deliver(worker, webhook)
    await waitFor(async () => (await metric(worker, 'throughline_delivery_faults_total')) > 0, {
      what: 'the fault to be counted',
    })
    await waitFor(() => worker.ctx.activity.inFlight() === 0, { what: 'the lease to go back' })
    expect(await harness.read(webhook, id)).toMatchObject({ state: 'pending', attempts: [] })
    await harness.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: { secretSealed: sealed },
    })
    await harness.waitForState(webhook, id, 'succeeded')
  })
})

describe('one slow receiver', () => {
  it('has no more than its limit in flight; the others are deferred without an attempt', async () => {
    const answers: (() => void)[] = []
    await receive(() => (response) => void answers.push(() => response.writeHead(200).end()))
    const worker = await harness.start({
      ca: [receiver.caPem],
      env: { DELIVERY_MAX_PER_WEBHOOK: '1' },
    })
    const webhook = await harness.addWebhook(receiver.url())
    const ids = [
      await harness.deliver(worker, webhook),
      await harness.deliver(worker, webhook),
      await harness.deliver(worker, webhook),
    ]
    await waitFor(async () => (await metric(worker, 'throughline_deliveries_put_off_total')) >= 2, {
      what: 'two jobs to go back',
    })
    await receiver.waitForRequests(1)
    expect(receiver.requests).toHaveLength(1)
    const states = await Promise.all(ids.map((id) => harness.read(webhook, id)))
    expect(states.map(({ state }) => state).sort()).toEqual(['delivering', 'pending', 'pending'])
    expect(states.every(({ attemptsMade }) => attemptsMade === 0)).toBe(true)

    for (let n = 0; n < ids.length; n += 1) {
      await receiver.waitForRequests(n + 1)
      answers[n]?.()
    }
    for (const id of ids) await harness.waitForState(webhook, id, 'succeeded')
    expect(receiver.requests).toHaveLength(3)
  })

  it('delays no other webhook', async () => {
    await receive(({ path }) => (path === '/slow' ? 'hang' : { status: 200 }))
    const env = {
      DELIVERY_MAX_PER_WEBHOOK: '2',
      DELIVERY_TIMEOUT_MS: '1000',
      DELIVERY_CONCURRENCY: '6',
    }
    const worker = await harness.start({ ca: [receiver.caPem], env })
    const slow = await harness.addWebhook(receiver.url('/slow'))
    const quick = await harness.addWebhook(receiver.url('/quick'))
    for (let n = 0; n < 12; n += 1) await harness.deliver(worker, slow)
    await receiver.waitForRequests(2)
    const id = await harness.deliver(worker, quick)
    await harness.waitForState(quick, id, 'succeeded')
    expect(receiver.requests.filter(({ path }) => path === '/slow').length).toBeLessThan(12)
  })
})

describe('the watchdog', () => {
  const ready = { isReady: () => true }

  it('reports a worker as stuck only if an old row is free and no worker delivers', async () => {
    const idle = createActivity()
    const activity = { ...idle, secondsSinceClaim: () => 61 }
    const ctx = { ...harness.prepare(), activity }
    open.push(ctx)
    await harness.database.prisma.$executeRaw`DELETE FROM delivery_attempts`
    await harness.database.prisma.$executeRaw`DELETE FROM deliveries`
    await receive()
    const webhook = await harness.addWebhook(receiver.url())
    const { deliveryId } = await harness.addDelivery(webhook)
    const set = (lease: number) => harness.database.prisma.$executeRaw`
      UPDATE deliveries SET due_at = now() - interval '2 minutes', enqueued_at = now(),
             lease_until = now() + make_interval(secs => ${lease}) WHERE id = ${deliveryId}::uuid`

    expect(await isStuck(ctx, ready)).toBe(false)
    await set(-1)
    expect(await isStuck(ctx, ready)).toBe(true)
    expect(await isStuck(ctx, { isReady: () => false })).toBe(false)
    expect(await isStuck({ ...ctx, activity: idle }, ready)).toBe(false)
    const busy = { ...activity, inFlight: () => ctx.config.delivery.concurrency }
    expect(await isStuck({ ...ctx, activity: busy }, ready)).toBe(false)
    await set(30)
    expect(await isStuck(ctx, ready)).toBe(false)
  })
})
