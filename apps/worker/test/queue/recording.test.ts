import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import pg from 'pg'
import { sweepOnce } from '../../src/sweep/sweep.js'
import { createHarness, type Harness, type TestWebhook, type TestWorker } from '../harness.js'

const CONCURRENCY = 8
/** Attempts in flight and unrecorded results (1.5 × CONCURRENCY), and a few probes. */
const MAX_SENT = 1.5 * CONCURRENCY + 6
const DELIVERIES = 200
/** Many times what a quiet machine needs. On a busy one, statements exceed their short limit now and then. */
const PATIENCE = { timeoutMs: 90_000 }
jest.setTimeout(180_000)

let harness: Harness
let receiver: TestReceiver
let worker: TestWorker
let webhook: TestWebhook
let holder: pg.Client | undefined
beforeAll(async () => {
  harness = await createHarness()
})
afterEach(async () => {
  await unlock()
  await harness.stopWorkers()
  await receiver.close()
})
afterAll(() => harness.drop())

/** A worker whose statements and leases time out within seconds. */
async function start() {
  receiver = await startTestReceiver()
  const env = {
    // An attempt that exceeds it is retried after a minute.
    DELIVERY_TIMEOUT_MS: '3000',
    DELIVERY_CONCURRENCY: String(CONCURRENCY),
    DELIVERY_MAX_PER_WEBHOOK: String(CONCURRENCY),
  }
  worker = await harness.start({ ca: [receiver.caPem], env, statementTimeoutMs: 500 })
  webhook = await harness.addWebhook(receiver.url())
}

async function deliverMany(count: number): Promise<void> {
  const deliveries = []
  for (let added = 0; added < count; added += 1) deliveries.push(await harness.addDelivery(webhook))
  expect(await worker.ctx.queue.enqueue(deliveries, 10_000)).toEqual({ added: count })
}

async function faults(fault: string): Promise<number> {
  const { values } = await worker.ctx.metrics.faults.get()
  return values.find(({ labels }) => labels.fault === fault)?.value ?? 0
}

/** Prevents only the recording of results. */
async function lockAttempts(): Promise<void> {
  holder = new pg.Client({ connectionString: harness.url })
  await holder.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE delivery_attempts IN SHARE MODE')
}

async function unlock(): Promise<void> {
  await holder?.end()
  holder = undefined
}

/** All deliveries in flight when the breaker opened, and three probes. */
async function untilProbesGaveUp(): Promise<void> {
  await waitFor(() => worker.ctx.breaker.isOpen(), { what: 'the breaker to open' })
  const sent = receiver.requests.length
  await waitFor(async () => (await faults('unrecorded')) >= sent + 3, {
    what: 'results to be given up',
    ...PATIENCE,
  })
}

const countAttempts = () =>
  harness.database.prisma.deliveryAttempt.count({ where: { projectId: webhook.projectId } })

const allSucceeded = (count: number) =>
  waitFor(
    async () => {
      const where = { webhookId: webhook.id, state: 'succeeded', attemptsMade: 1 }
      return (await harness.database.prisma.delivery.count({ where })) === count
    },
    { what: 'all deliveries to be succeeded', ...PATIENCE },
  )

describe('while results cannot be recorded', () => {
  it('receivers get what was in flight and a few probes; then each delivery is recorded once', async () => {
    await start()
    await lockAttempts()
    await deliverMany(DELIVERIES)
    await untilProbesGaveUp()
    expect(receiver.requests.length).toBeLessThanOrEqual(MAX_SENT)
    expect(await faults('held_back')).toBeGreaterThan(0)
    expect(worker.ctx.breaker.isOpen()).toBe(true)

    await unlock()
    await allSucceeded(DELIVERIES)
    expect(worker.ctx.breaker.isOpen()).toBe(false)
    expect(await countAttempts()).toBe(DELIVERIES)
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(
      DELIVERIES,
    )
  })

  it('new attempts also stop when PostgreSQL rejects the results', async () => {
    await start()
    const { prisma } = harness.database
    await prisma.$executeRaw`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$`
    await prisma.$executeRaw`
      CREATE TRIGGER refuse BEFORE INSERT ON delivery_attempts FOR EACH ROW EXECUTE FUNCTION refuse()`
    await deliverMany(DELIVERIES)
    await untilProbesGaveUp()
    expect(receiver.requests.length).toBeLessThanOrEqual(MAX_SENT)

    // Dropping the trigger would lock the table and its partitions, and deadlock with the statements that read them.
    await prisma.$executeRaw`
      CREATE OR REPLACE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END'`
    await allSucceeded(DELIVERIES)
    expect(await countAttempts()).toBe(DELIVERIES)
  })

  it('the sweeper adds no job to those that are held back', async () => {
    await start()
    await lockAttempts()
    await deliverMany(2 * CONCURRENCY)
    await waitFor(async () => (await faults('held_back')) > 0, { what: 'a job to be held back' })
    const { deliveryId } = await harness.addDelivery(webhook)
    await harness.forgetJob(deliveryId)
    const row = () =>
      harness.database.prisma.delivery.findFirstOrThrow({ where: { id: deliveryId } })
    const held = { ...worker.ctx, activity: { ...worker.ctx.activity, secondsSinceClaim: () => 4 } }
    expect(await sweepOnce(held)).toBe('all')
    expect(await row()).toMatchObject({ enqueuedAt: null })
    // Without a new job there is no delivery that could be the probe.
    const idle = { ...worker.ctx, activity: { ...worker.ctx.activity, secondsSinceClaim: () => 5 } }
    await sweepOnce(idle)
    expect(await row()).toMatchObject({ enqueuedAt: expect.any(Date) })
    await unlock()
    await allSucceeded(2 * CONCURRENCY + 1)
  })
})

describe('a result whose lease was taken over', () => {
  it('is an error, and no recorded attempt', async () => {
    await start()
    const { prisma } = harness.database
    receiver.respondWith(() => (response) => {
      void prisma.delivery
        .updateMany({ where: { webhookId: webhook.id }, data: { leaseToken: randomUUID() } })
        .then(() => {
          receiver.respondWith(() => ({ status: 200 }))
          response.writeHead(200).end()
        })
    })
    const id = await harness.deliver(worker, webhook)
    await waitFor(async () => (await faults('stale')) === 1, { what: 'the fault to be counted' })
    expect((await worker.ctx.metrics.attempts.get()).values).toEqual([])

    // The other worker never returns.
    await harness.waitForState(webhook, id, 'succeeded')
    expect((await worker.ctx.metrics.attempts.get()).values).toMatchObject([
      { value: 1, labels: { outcome: 'succeeded' } },
    ])
  })
})
