import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals'
import { insertTestDelivery } from '@throughline/db/deliveries/insert-deliveries'
import { insertTestEvent } from '@throughline/db/webhooks/webhooks'
import { generateWebhookSecret } from '@throughline/core/webhooks/signature'
import { newUuidV7 } from '@throughline/core/lib/ids'
import {
  startTestReceiver,
  type ReceivedRequest,
  type TestReceiver,
} from '@throughline/testkit/receiver'
import { waitFor } from '@throughline/testkit/wait-for'
import { verifyServiceSignature } from '../../../packages/webhooks/src/service-signature.js'
import { verifyStandardWebhook } from '../../../packages/webhooks/src/standard-webhook.js'
import { createHarness, PAYLOAD, type Harness, type TestWebhook } from './harness.js'

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

const row = ({ id }: TestWebhook) =>
  harness.database.prisma.webhook.findUniqueOrThrow({ where: { id } })

/** Starts a verification as the API does. @returns the id of its delivery */
async function verify(webhook: TestWebhook, env = {}): Promise<string> {
  const worker = await harness.start({ ca: [receiver.caPem], env })
  const { prisma } = harness.database
  const eventId = newUuidV7()
  const event = { projectId: webhook.projectId, type: 'install_attributed' }
  await insertTestEvent(prisma, { ...event, id: eventId, payload: PAYLOAD })
  const delivery = await insertTestDelivery(prisma, { ...event, eventId, webhookId: webhook.id })
  const { deliveryId } = delivery
  const data = { verificationId: deliveryId, verificationCheckedAt: null }
  await prisma.webhook.update({ where: { id: webhook.id }, data })
  await worker.ctx.queue.enqueue([delivery], 5_000)
  return deliveryId
}

const isChecked = (webhook: TestWebhook) =>
  waitFor(
    async () => {
      const found = await row(webhook)
      return found.verificationCheckedAt !== null && found
    },
    { what: 'the result of the verification' },
  )

function isSignedWith(secret: string, { body, headers }: ReceivedRequest): boolean {
  const checks = [verifyServiceSignature, verifyStandardWebhook].map((check) => {
    try {
      check(body, headers, secret)
      return true
    } catch {
      return false
    }
  })
  expect(new Set(checks).size).toBe(1)
  return checks[0] === true
}

/** A receiver of `secret`, as it should be. */
const checking = (secret: () => string) => (request: ReceivedRequest) => ({
  status: isSignedWith(secret(), request) ? 200 : 401,
})

describe('a verification', () => {
  it('sends a right and a wrong signature that nothing else tells apart', async () => {
    receiver = await startTestReceiver({ respond: checking(() => webhook.secret) })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await verify(webhook)
    const found = await isChecked(webhook)
    expect(found).toMatchObject({ verificationId: id, verificationStatus: 401 })
    expect(found.verifiedAt).toEqual(found.verificationCheckedAt)

    const [right, wrong] = receiver.requests.map(({ headers, body }) => ({ headers, body }))
    expect(receiver.requests.map((request) => isSignedWith(webhook.secret, request))).toEqual([
      true,
      false,
    ])
    const own = ['webhook-id', 'x-service-delivery', 'x-service-event-id', 'webhook-timestamp']
    const signatures = ['x-service-signature', 'webhook-signature']
    const differ = Object.keys(right?.headers ?? {}).filter(
      (name) => right?.headers[name] !== wrong?.headers[name],
    )
    expect([...own, ...signatures]).toEqual(expect.arrayContaining(differ))
    expect(differ).toEqual(expect.arrayContaining(['webhook-id', ...signatures]))
    expect(wrong?.body).toEqual(right?.body)
  })

  it('leaves one succeeded delivery with one attempt, and no failure', async () => {
    receiver = await startTestReceiver({ respond: checking(() => webhook.secret) })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await verify(webhook)
    await isChecked(webhook)
    const { projectId } = webhook
    const { prisma } = harness.database
    expect(await prisma.delivery.findMany({ where: { projectId } })).toMatchObject([
      { id, state: 'succeeded', attemptsMade: 1, dueAt: null },
    ])
    expect(await prisma.deliveryAttempt.findMany({ where: { projectId } })).toMatchObject([
      { outcome: 'succeeded', statusCode: 200 },
    ])
  })

  it('finds a receiver that accepts everything, and takes its mark away', async () => {
    receiver = await startTestReceiver()
    const webhook = await harness.addWebhook(receiver.url())
    await harness.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: { verifiedAt: new Date() },
    })
    await verify(webhook)
    expect(await isChecked(webhook)).toMatchObject({ verificationStatus: 200, verifiedAt: null })
  })

  it('waits for the right signature to be accepted, over retries', async () => {
    receiver = await startTestReceiver({
      respond: (request, n) =>
        n === 1 ? { status: 500 } : checking(() => webhook.secret)(request),
    })
    const webhook = await harness.addWebhook(receiver.url())
    const id = await verify(webhook, { RETRY_BASE_MS: '50' })
    expect((await isChecked(webhook)).verifiedAt).not.toBeNull()
    expect(receiver.requests.map((request) => isSignedWith(webhook.secret, request))).toEqual([
      true,
      true,
      false,
    ])
    expect((await harness.read(webhook, id)).attempts).toHaveLength(2)
  })

  it('has no result without a response to the wrong signature, and keeps the mark', async () => {
    receiver = await startTestReceiver({
      respond: (_request, n) => (n === 1 ? { status: 200 } : 'reset'),
    })
    const webhook = await harness.addWebhook(receiver.url())
    const data = { verifiedAt: new Date('2026-03-01T00:00:00Z') }
    await harness.database.prisma.webhook.update({ where: { id: webhook.id }, data })
    await verify(webhook)
    expect(await isChecked(webhook)).toMatchObject({ verificationStatus: null, ...data })
  })

  it('proves the present secret, also during the grace of the former one', async () => {
    const former = generateWebhookSecret()
    receiver = await startTestReceiver({ respond: checking(() => former) })
    const webhook = await harness.addWebhook(receiver.url())
    await harness.database.prisma.webhook.update({
      where: { id: webhook.id },
      data: {
        previousSecretSealed: harness.sealed(former, webhook),
        previousSecretExpiresAt: new Date(Date.now() + 600_000),
      },
    })
    const id = await verify(webhook)
    await harness.waitForState(webhook, id, 'retrying')
    expect(await row(webhook)).toMatchObject({ verificationCheckedAt: null, verifiedAt: null })
  })

  it('records nothing if the URL has changed meanwhile', async () => {
    let finish: (() => void) | undefined
    receiver = await startTestReceiver({
      respond: (_request, n) =>
        n === 1
          ? { status: 200 }
          : (response) => {
              finish = () => response.writeHead(401).end()
            },
    })
    const webhook = await harness.addWebhook(receiver.url())
    await verify(webhook)
    await receiver.waitForRequests(2)
    const none = { verificationId: null, verificationCheckedAt: null, verifiedAt: null }
    await harness.database.prisma.webhook.update({ where: { id: webhook.id }, data: none })
    finish?.()
    await harness.stopWorkers()
    expect(await row(webhook)).toMatchObject({ ...none, verificationStatus: null })
  })
})
