import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import type { QueueBackend } from '@throughline/queue/backend'
import { startDeliveryConsumer, type DeliveryJob } from '@throughline/queue/delivery-consumer'
import { testEnv } from '@throughline/testkit/test-env'
import { waitFor } from '@throughline/testkit/wait-for'
import { postInstall, seed, TEST_MATCHING } from '../attribution-seed.js'
import { startTestApi, type TestApi } from '../harness.js'

let api: TestApi
let make: ReturnType<typeof seed>
let consumer: ReturnType<typeof startDeliveryConsumer>
const jobs: DeliveryJob[] = []
beforeAll(async () => {
  api = await startTestApi({ env: { TRUST_PROXY: '1' }, overrides: TEST_MATCHING })
  make = seed(api)
  consumer = startDeliveryConsumer(backendOf(api), {
    concurrency: 1,
    process: (job) => {
      jobs.push(job)
      return Promise.resolve({ kind: 'done' })
    },
    onError: () => undefined,
  })
  await waitFor(() => consumer.isReady() && api.ctx.queue.isReady(), { what: 'the queue' })
})
afterAll(async () => {
  await consumer.close(5_000)
  await api.close()
})

/** The queue of the harness's API. */
function backendOf({ databaseUrl }: TestApi): QueueBackend {
  const { queueBackend, redisUrl } = testEnv()
  return queueBackend === 'redis' && redisUrl !== null
    ? { kind: 'redis', url: redisUrl, prefix: new URL(databaseUrl).pathname.slice(1) }
    : { kind: 'postgresql', connectionString: databaseUrl }
}

const jobOf = (deliveryId: string) =>
  waitFor(() => jobs.find((job) => job.deliveryId === deliveryId), { what: 'the job' })

it.each(['api', 'link host'])('accepts the id of a trusted proxy on the %s', async (where) => {
  const headers = { 'X-Request-Id': 'edge_1.A-b' }
  const answer =
    where === 'api'
      ? await api.request('GET', '/api/webhooks', { headers })
      : await api.visit('GET', '/robots.txt', { headers })
  expect(answer.headers['x-request-id']).toBe('edge_1.A-b')
})

it.each(['', 'a b', 'a"b', 'ä', 'a'.repeat(129)])('replaces the unsafe id %j', async (id) => {
  const headers = { 'X-Request-Id': id }
  const answer = await api.request('GET', '/api/nothing', { headers })
  expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.body.request_id).toBe(answer.headers['x-request-id'])
})

it('is passed in the job of a test delivery', async () => {
  const webhook = await make.webhook()
  const answer = await api.request('POST', `/api/webhooks/${webhook.id}/test`, {
    headers: { 'X-Request-Id': 'req-test' },
  })
  const { delivery_id } = answer.body as { delivery_id: string }
  expect(await jobOf(delivery_id)).toMatchObject({ requestId: 'req-test' })
})

it("is passed in the job of an install's delivery", async () => {
  await make.webhook()
  const clickId = await make.click((await make.link()).id)
  const install_id = randomUUID()
  const answer = await postInstall(api, {
    install_id,
    install_referrer: `click_token=${make.token(clickId)}`,
  })
  const { prisma } = api.database
  const event = await prisma.event.findFirstOrThrow({ where: { installId: install_id } })
  const delivery = await prisma.delivery.findFirstOrThrow({ where: { eventId: event.id } })
  expect(await jobOf(delivery.id)).toMatchObject({ requestId: answer.headers['x-request-id'] })
})
