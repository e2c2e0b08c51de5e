import { createHmac, randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { newUuidV7 } from '@throughline/core/lib/ids'
import { writeTestInstall } from '@throughline/db/attribution/write-test-install'
import { inTransaction } from '@throughline/db/connection/database'
import { insertTestDelivery } from '@throughline/db/deliveries/insert-deliveries'
import { endSecretGrace, insertTestEvent } from '@throughline/db/webhooks/webhooks'
import { generateWebhookSecret } from '@throughline/core/webhooks/signature'
import { createLogger } from '@throughline/runtime/logger'
import { startTestReceiver, type TestReceiver } from '@throughline/testkit/receiver'
import { VERSION } from '@throughline/runtime/version'
import { replayDeliveries } from '@throughline/db/deliveries/replay-deliveries'
import { resendDelivery } from '@throughline/db/deliveries/resend-delivery'
import {
  createHarness,
  PAYLOAD,
  type Harness,
  type TestWebhook,
  type TestWorker,
} from '../harness.js'

const UUID: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/)

let harness: Harness
let receiver: TestReceiver
beforeAll(async () => {
  harness = await createHarness()
})
afterEach(async () => {
  await harness.stopWorkers()
  await receiver.close()
})
afterAll(() => harness.drop())

function hex(secret: string, body: Buffer): string {
  return createHmac('sha256', secret).update(body).digest('hex')
}

/** The values of one header, in the order of the requests. */
function sent(header: string) {
  return receiver.requests.map(({ headers }) => headers[header])
}

function standard(secret: string, signed: string): string {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
}

/** Replays the only, failed delivery of a webhook. */
async function replayAll({ ctx }: TestWorker, { id: webhookId }: TestWebhook): Promise<void> {
  const since = new Date(Date.now() - 60_000)
  const range = { webhookId, since, until: null, states: ['failed' as const] }
  const { byState, deliveries } = await replayDeliveries(harness.database.prisma, range, 10)
  expect(byState.failed).toBe(1)
  await ctx.queue.enqueue(deliveries, 5_000)
}

/** Runs `work` while this process's clock is wrong. */
async function withClockOff(byMs: number, work: () => Promise<void>): Promise<void> {
  const RealDate = Date
  const now = () => RealDate.now() + byMs
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, given: number[]) => new target(given[0] ?? now()),
    get: (target, key) => (key === 'now' ? now : (Reflect.get(target, key) as unknown)),
  })
  try {
    await work()
  } finally {
    globalThis.Date = RealDate
  }
}

describe('a delivery', () => {
  it('arrives signed in both schemes, with every header, and is stored as sent', async () => {
    receiver = await startTestReceiver({ respond: () => ({ status: 201, body: 'ta\0 für alles' }) })
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url('/hook?a=1'))
    const id = await harness.deliver(worker, webhook)
    const stored = await harness.waitForState(webhook, id, 'succeeded')

    const [request] = receiver.requests
    if (request === undefined) throw new Error('no request came')
    expect(receiver.requests).toHaveLength(1)
    expect(request.method).toBe('POST')
    expect(request.path).toBe('/hook?a=1')
    expect(request.body.toString()).toBe(PAYLOAD)
    const timestamp = String(request.headers['webhook-timestamp'])
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(15)
    expect(request.headers).toEqual({
      host: `localhost:${receiver.port}`,
      connection: 'keep-alive',
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(PAYLOAD)),
      'user-agent': `Throughline/${VERSION}`,
      'x-service-signature': hex(webhook.secret, request.body),
      'x-service-event': 'install_attributed',
      'x-service-event-id': stored.eventId,
      'x-service-delivery': id,
      'x-service-webhook-id': String(webhook.id),
      'x-service-attempt': '1',
      'x-service-trigger': 'auto',
      'x-service-install-id': stored.installId,
      'x-service-attribution-id': stored.attributionId,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': standard(webhook.secret, `${id}.${timestamp}.${PAYLOAD}`),
    })
    expect(stored).toMatchObject({ attemptsMade: 1, nextAttemptAt: null, trigger: 'auto' })
    expect([stored.installId, stored.attributionId]).toEqual([UUID, UUID])
    const [recorded] = stored.attempts
    // The signature can be computed again from what is stored.
    expect(Math.floor(Number(recorded?.startedAt) / 1_000)).toBe(Number(timestamp))
    expect(stored.attempts).toEqual([
      {
        number: 1,
        trigger: 'auto',
        startedAt: expect.any(Date),
        durationMs: expect.any(Number),
        outcome: 'succeeded',
        statusCode: 201,
        errorClass: null,
        error: null,
        responseBody: 'ta für alles',
        url: receiver.url('/hook?a=1'),
        address: '127.0.0.1',
        requestId: null,
      },
    ])
  })

  it('records the request id of its job with each attempt and logs it', async () => {
    receiver = await startTestReceiver({
      respond: (_request, n) => ({ status: n === 1 ? 500 : 200 }),
    })
    const lines: string[] = []
    const worker = await harness.start({
      ca: [receiver.caPem],
      env: { RETRY_BASE_MS: '50' },
      logger: createLogger(
        { name: 'worker', level: 'debug' },
        { write: (line) => void lines.push(line) },
      ),
    })
    const webhook = await harness.addWebhook(receiver.url())
    const delivery = await harness.addDelivery(webhook)
    await worker.ctx.queue.enqueue([{ ...delivery, requestId: 'req-7' }], 5_000)
    const stored = await harness.waitForState(webhook, delivery.deliveryId, 'succeeded')

    expect(stored.attempts.map(({ requestId }) => requestId)).toEqual(['req-7', 'req-7'])
    const logged = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'attempt recorded')
    expect(logged).toMatchObject([
      { deliveryId: delivery.deliveryId, requestId: 'req-7', outcome: 'status', statusCode: 500 },
      { deliveryId: delivery.deliveryId, requestId: 'req-7', outcome: 'succeeded' },
    ])
  })

  it("uses the database's time, whatever the worker's clock", async () => {
    receiver = await startTestReceiver()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    await withClockOff(3_600_000, async () => {
      const id = await harness.deliver(worker, webhook)
      await harness.waitForState(webhook, id, 'succeeded')
    })
    const [timestamp] = sent('webhook-timestamp')
    expect(Math.abs(Number(timestamp) - Date.now() / 1_000)).toBeLessThan(15)
  })

  it('is attempted four times, never early, with the same id and bytes, and then has failed', async () => {
    receiver = await startTestReceiver({ respond: () => ({ status: 500 }) })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '100' } })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    const stored = await harness.waitForState(webhook, id, 'failed')

    const times = receiver.requests.map(({ receivedAt }) => receivedAt.getTime())
    const gapsMs = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(gapsMs).toHaveLength(3)
    ;[100, 400, 1_600].forEach((scheduledMs, index) => {
      expect(gapsMs[index]).toBeGreaterThanOrEqual(scheduledMs)
      expect(gapsMs[index]).toBeLessThan(scheduledMs + 2_000)
    })
    expect(receiver.requests.map(({ headers }) => headers['x-service-attempt'])).toEqual([
      '1',
      '2',
      '3',
      '4',
    ])
    expect(new Set(receiver.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(new Set(receiver.requests.map(({ body }) => body.toString())).size).toBe(1)
    expect(stored).toMatchObject({ attemptsMade: 4, nextAttemptAt: null })
    expect(stored.attempts.map((attempt) => attempt.errorClass)).toEqual(Array(4).fill('status'))
  })

  it('is signed with the current secret: one regenerated in between signs the next attempt', async () => {
    receiver = await startTestReceiver({ respond: (_r, n) => ({ status: n === 1 ? 503 : 200 }) })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '500' } })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'retrying')
    const secret = generateWebhookSecret()
    await harness.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: { secretSealed: harness.sealed(secret, webhook) },
    })
    await harness.waitForState(webhook, id, 'succeeded')
    const signatures = receiver.requests.map(({ headers }) => headers['x-service-signature'])
    const body = Buffer.from(PAYLOAD)
    expect(signatures).toEqual([hex(webhook.secret, body), hex(secret, body)])
  })

  it('is sent to the current URL: one changed in between gets the next attempt', async () => {
    receiver = await startTestReceiver({ respond: (_r, n) => ({ status: n === 1 ? 503 : 200 }) })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '500' } })
    const webhook = await harness.addWebhook(receiver.url('/old'))
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'retrying')
    const data = { url: receiver.url('/new') }
    await harness.database.prisma.webhook.update({ where: { id: webhook.id }, data })
    const stored = await harness.waitForState(webhook, id, 'succeeded')
    expect(receiver.requests.map(({ path }) => path)).toEqual(['/old', '/new'])
    expect(stored.attempts.at(-1)).toMatchObject({ url: receiver.url('/new') })
  })

  it('has both signatures until the grace period of a rotation is ended, and in hex only the new one', async () => {
    receiver = await startTestReceiver()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const previous = generateWebhookSecret()
    await harness.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: {
        previousSecretSealed: harness.sealed(previous, webhook),
        previousSecretExpiresAt: new Date(Date.now() + 60_000),
      },
    })
    const id = await harness.deliver(worker, webhook)
    const [request] = await receiver.waitForRequests(1)
    const signed = `${id}.${String(request?.headers['webhook-timestamp'])}.${PAYLOAD}`
    expect(request?.headers['webhook-signature']).toBe(
      `${standard(webhook.secret, signed)} ${standard(previous, signed)}`,
    )
    expect(request?.headers['x-service-signature']).toBe(hex(webhook.secret, Buffer.from(PAYLOAD)))
    expect(await endSecretGrace(harness.database.prisma, webhook.id)).toBe(true)
    await harness.deliver(worker, webhook)
    const [, next] = await receiver.waitForRequests(2)
    expect(next?.headers['webhook-signature']).toMatch(/^v1,[^ ]+$/)
  })

  it('is held when its webhook is paused between two attempts', async () => {
    receiver = await startTestReceiver({ respond: () => ({ status: 500 }) })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '400' } })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'retrying')
    await harness.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: { isActive: false },
    })
    const stored = await harness.waitForState(webhook, id, 'held')
    expect(stored.attemptsMade).toBe(1)
    expect(receiver.requests).toHaveLength(1)
  })

  it('is canceled when its webhook is deleted between two attempts', async () => {
    receiver = await startTestReceiver({ respond: () => ({ status: 500 }) })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '400' } })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'retrying')
    await harness.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: { deletedAt: new Date(), secretSealed: null },
    })
    await harness.waitForState(webhook, id, 'canceled')
    expect(receiver.requests).toHaveLength(1)
  })

  it('is attempted once more by a resend, which changes neither its failure nor its schedule', async () => {
    receiver = await startTestReceiver({ respond: () => ({ status: 500 }) })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '1' } })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'failed')
    const { projectId } = webhook
    const asked = { projectId, deliveryId: id, withRetries: false }
    const outcome = await resendDelivery(harness.database.prisma, asked)
    if (outcome.kind !== 'queued') throw new Error(outcome.kind)
    await worker.ctx.queue.enqueue([outcome.delivery], 5_000)
    await receiver.waitForRequests(5)
    expect(receiver.requests[4]?.headers).toMatchObject({
      'x-service-attempt': '5',
      'x-service-trigger': 'resend',
      'webhook-id': id,
    })
    await worker.stop()
    const stored = await harness.read(webhook, id)
    expect(stored).toMatchObject({ state: 'failed', attemptsMade: 5, nextAttemptAt: null })
    expect(receiver.requests).toHaveLength(5)
  })

  it('keeps the time of its next attempt after a resend in between', async () => {
    const respond = (_r: unknown, n: number) => ({ status: n < 3 ? 500 : 200 })
    receiver = await startTestReceiver({ respond })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '900' } })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'retrying')
    const asked = { projectId: webhook.projectId, deliveryId: id, withRetries: false }
    const outcome = await resendDelivery(harness.database.prisma, asked)
    if (outcome.kind !== 'queued') throw new Error(outcome.kind)
    await worker.ctx.queue.enqueue([outcome.delivery], 5_000)
    const stored = await harness.waitForState(webhook, id, 'succeeded')

    expect(sent('x-service-attempt')).toEqual(['1', '2', '3'])
    expect(sent('x-service-trigger')).toEqual(['auto', 'resend', 'auto'])
    const [first, , third] = receiver.requests.map(({ receivedAt }) => receivedAt.getTime())
    const gapMs = Number(third) - Number(first)
    expect(gapMs).toBeGreaterThanOrEqual(900)
    expect(gapMs).toBeLessThan(2_900)
    expect(stored.attemptsMade).toBe(3)
  })

  it('continues its count over a replay, which adds four attempts', async () => {
    receiver = await startTestReceiver({ respond: () => ({ status: 500 }) })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '1' } })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    await harness.waitForState(webhook, id, 'failed')
    await replayAll(worker, webhook)
    await receiver.waitForRequests(8)
    const stored = await harness.waitForState(webhook, id, 'failed')

    const numbers = [1, 2, 3, 4, 5, 6, 7, 8]
    const triggers = numbers.map((number) => (number <= 4 ? 'auto' : 'replay'))
    expect(sent('x-service-attempt')).toEqual(numbers.map(String))
    expect(sent('x-service-trigger')).toEqual(triggers)
    expect(new Set(sent('webhook-id'))).toEqual(new Set([id]))
    expect(new Set(receiver.requests.map(({ body }) => body.toString()))).toEqual(
      new Set([PAYLOAD]),
    )
    expect(stored.attempts.map(({ number }) => number)).toEqual(numbers)
    expect(stored.attempts.map(({ trigger }) => trigger)).toEqual(triggers)
  })

  it('names the same install and attribution in a retry and a replay', async () => {
    receiver = await startTestReceiver({ respond: () => ({ status: 500 }) })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '1' } })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    const { installId, attributionId } = await harness.waitForState(webhook, id, 'failed')
    await replayAll(worker, webhook)
    await receiver.waitForRequests(8)
    expect(new Set(sent('x-service-install-id'))).toEqual(new Set([installId]))
    expect(new Set(sent('x-service-attribution-id'))).toEqual(new Set([attributionId]))
    await harness.waitForState(webhook, id, 'failed')
  })

  it('names neither if the event is older than its column for the install', async () => {
    receiver = await startTestReceiver({ respond: (_r, n) => ({ status: n <= 4 ? 500 : 200 }) })
    const worker = await harness.start({ ca: [receiver.caPem], env: { RETRY_BASE_MS: '1' } })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await harness.deliver(worker, webhook)
    const { eventId } = await harness.waitForState(webhook, id, 'failed')
    await harness.database.prisma.event.updateMany({
      where: { id: eventId },
      data: { installId: null },
    })
    await replayAll(worker, webhook)
    await harness.waitForState(webhook, id, 'succeeded')
    expect(sent('x-service-install-id').map((value) => value === undefined)).toEqual([
      false,
      false,
      false,
      false,
      true,
    ])
    expect(sent('x-service-attribution-id').at(-1)).toBeUndefined()
  })

  it('has the test header if it is a test', async () => {
    receiver = await startTestReceiver()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const { prisma } = harness.database
    const eventId = newUuidV7()
    const event = { projectId: webhook.projectId, type: 'install_attributed' }
    await insertTestEvent(prisma, { ...event, id: eventId, payload: PAYLOAD })
    const wanted = { ...event, eventId, webhookId: webhook.id }
    await worker.ctx.queue.enqueue([await insertTestDelivery(prisma, wanted)], 5_000)
    const [request] = await receiver.waitForRequests(1)
    expect(request?.headers).toMatchObject({
      'x-service-test': 'true',
      'x-service-trigger': 'test',
      'x-service-attempt': '1',
    })
    expect(request?.headers).not.toHaveProperty('x-service-install-id')
    expect(request?.headers).not.toHaveProperty('x-service-attribution-id')
  })

  it('has the test header for a test install, and names install and attribution', async () => {
    receiver = await startTestReceiver()
    const worker = await harness.start({ ca: [receiver.caPem] })
    const webhook = await harness.addWebhook(receiver.url())
    const { projectId } = webhook
    const match = { attributionId: newUuidV7(), eventId: newUuidV7(), payload: PAYLOAD }
    const install = {
      projectId,
      installId: randomUUID(),
      platform: 'ios',
      confidence: 1,
      reason: null,
      linkId: null,
      fingerprintHash: null,
      consent: null,
      referrer: null,
      explanation: { link: null },
      match: { ...match, matchType: 'referrer' },
    }
    const event = { type: 'install_attributed', sendsWebhooks: true }
    const deliveries = await inTransaction(harness.database, (db) =>
      writeTestInstall(db, install, event),
    )
    await worker.ctx.queue.enqueue(deliveries, 5_000)
    await harness.waitForState(webhook, deliveries[0]?.deliveryId ?? '', 'succeeded')
    const [request] = receiver.requests
    expect(request?.body.toString()).toBe(PAYLOAD)
    expect(request?.headers).toMatchObject({
      'x-service-test': 'true',
      'x-service-trigger': 'test',
      'x-service-event-id': match.eventId,
      'x-service-install-id': install.installId,
      'x-service-attribution-id': match.attributionId,
    })
  })
})
