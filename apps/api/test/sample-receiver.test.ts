import { createServer, type Server } from 'node:http'
import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  generateWebhookSecret,
  standardWebhooksSignature,
} from '@throughline/core/webhooks/signature'
import { findSampleWebhook, startSampleReceiver } from '../src/infra/sample-receiver.js'
import { captureLogs } from './capture-logs.js'
import { startTestApi, type TestApi, type TestProject } from './harness.js'

const BODY = '{"matched":true}'

let api: TestApi
let receiver: Server | null
beforeAll(async () => {
  api = await startTestApi({ env: { SAMPLE_APP_URL: 'http://localhost:3002' } })
  const { logger, sampleInbox: inbox } = api.ctx
  const find = (id: number) => findSampleWebhook(api.ctx, id)
  receiver = await startSampleReceiver({ port: 0, logger, inbox, find })
})
afterAll(async () => {
  receiver?.close()
  receiver?.closeAllConnections()
  await api.close()
})

async function createWebhook({ key, token }: TestProject) {
  const body = { url: 'https://hooks.example.com/in', events: ['install_attributed'] }
  const made = await api.request('POST', '/api/webhooks', { key, token, body })
  return made.body as unknown as { id: number; secret: string }
}

/** Sends a delivery as the worker does. @returns the status that the receiver answers */
async function deliver({ id, secret }: { id: number; secret: string }, method = 'POST') {
  const timestampSeconds = Math.floor(Date.now() / 1_000)
  const body = Buffer.from(BODY)
  const signature = standardWebhooksSignature({ secret, id: 'd1', timestampSeconds, body })
  const response = await fetch(api.ctx.sampleInbox.url ?? '', {
    method,
    headers: {
      'webhook-id': 'd1',
      'webhook-timestamp': String(timestampSeconds),
      'webhook-signature': signature,
      'X-Service-Webhook-Id': String(id),
      'X-Service-Event': 'install_attributed',
      'X-Service-Trigger': 'test',
      'X-Service-Test': 'true',
    },
    ...(method === 'POST' ? { body: BODY } : {}),
  })
  return response.status
}

const read = ({ key, token }: TestProject) =>
  api.request('GET', '/api/sample-receiver', { key, token }).then(({ body }) => body)

describe('the sample receiver', () => {
  it('accepts what the webhook’s secret has signed, and rejects another signature', async () => {
    const webhook = await createWebhook(api.project)
    expect(await deliver(webhook)).toBe(200)
    expect(await deliver({ ...webhook, secret: generateWebhookSecret() })).toBe(401)
    expect(await read(api.project)).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost:\d+\/$/),
      data: [
        ...[401, 200].map((status) => ({
          webhook_id: webhook.id,
          received_at: expect.any(String),
          delivery_id: 'd1',
          event: 'install_attributed',
          trigger: 'test',
          is_test: true,
          status,
          problem: status === 200 ? null : 'no signature in webhook-signature matches',
          payload: BODY,
        })),
      ],
    })
  })

  it('uses the secret of the moment, and knows no deleted webhook', async () => {
    const webhook = await createWebhook(api.project)
    const path = `/api/webhooks/${webhook.id}`
    const { secret } = (await api.request('POST', `${path}/rotate`)).body as { secret: string }
    expect(await deliver(webhook)).toBe(401)
    expect(await deliver({ ...webhook, secret })).toBe(200)
    await api.request('DELETE', path)
    expect(await deliver({ ...webhook, secret })).toBe(404)
    expect(await deliver({ id: 2_000_000_000, secret })).toBe(404)
    expect(await deliver(webhook, 'GET')).toBe(405)
  })

  it('shows a project only its own requests, and keeps the newest 50', async () => {
    const webhook = await createWebhook(api.otherProject)
    for (let n = 0; n < 51; n += 1) await deliver(webhook)
    const { data } = (await read(api.otherProject)) as unknown as { data: { webhook_id: number }[] }
    expect(data).toHaveLength(50)
    expect(new Set(data.map(({ webhook_id: id }) => id))).toEqual(new Set([webhook.id]))
    const own = (await read(api.project)) as unknown as { data: { webhook_id: number }[] }
    expect(own.data.map(({ webhook_id: id }) => id)).not.toContain(webhook.id)
  })

  it('is named in the setup, beside the sample app', async () => {
    const { sample } = (await api.request('GET', '/api/setup')).body
    expect(sample).toEqual({
      receiver_url: api.ctx.sampleInbox.url,
      app_url: 'http://localhost:3002',
    })
  })

  it('logs a busy port and is missing then', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const address = taken.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    const logs = captureLogs()
    const inbox = { ...api.ctx.sampleInbox, url: null }
    const parts = { port, logger: logs.logger, inbox, find: () => Promise.resolve(null) }
    expect(await startSampleReceiver(parts)).toBeNull()
    expect([inbox.url, logs.text()]).toEqual([null, expect.stringContaining('no sample receiver')])
    taken.close()
  })
})
