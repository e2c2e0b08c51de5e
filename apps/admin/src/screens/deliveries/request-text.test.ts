import { execFile } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { expect, it } from '@jest/globals'
import type { DeliveryWithAttempts } from '../../api/types.js'
import { curlCommand } from './request-text.js'

const SECRET = 'whsec_c2VjcmV0'
const PAYLOAD = `{"name":"O'Brien $(id) \\u00e9 é"}`
/** As the API answers them. */
const SENT = {
  'Content-Type': 'application/json',
  'X-Service-Delivery': 'delivery-1',
  'X-Service-Attempt': '3',
  'X-Service-Trigger': 'resend',
  'X-Service-Test': 'true',
  'webhook-id': 'delivery-1',
  'webhook-timestamp': '1',
  'webhook-signature': 'v1,old',
  'X-Service-Signature': 'old',
  'X-Request-Id': "request'1",
}
const DELIVERY = {
  id: 'delivery-1',
  event_id: 'event-1',
  event: 'install_attributed',
  webhook_id: 7,
  install_id: null,
  attribution_id: null,
  is_test: true,
  payload: PAYLOAD,
  trigger: 'test',
  attempts: [{ number: 3, trigger: 'resend', request_headers: SENT }],
} as unknown as DeliveryWithAttempts

/** What a server gets when a shell runs the command. */
async function run(delivery: DeliveryWithAttempts) {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const received = once(server, 'request').then(async ([request, response]) => {
    const body = await text(request as NodeJS.ReadableStream)
    ;(response as { end: () => void }).end()
    return { body, headers: (request as { headers: Record<string, string> }).headers }
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', WEBHOOK_SECRET: SECRET }
  await promisify(execFile)('/bin/sh', ['-c', curlCommand(delivery, url)], { env })
  server.close()
  return received
}

it('is a command that sends the bytes and headers of the last attempt with a new signature', async () => {
  const { body, headers } = await run(DELIVERY)
  expect(body).toBe(PAYLOAD)
  expect(headers).toMatchObject({
    'x-service-signature': createHmac('sha256', SECRET).update(PAYLOAD).digest('hex'),
    'content-type': 'application/json',
    'webhook-id': 'delivery-1',
    'x-service-attempt': '3',
    'x-service-trigger': 'resend',
    'x-service-test': 'true',
    'x-request-id': "request'1",
  })
  expect(headers).not.toHaveProperty('webhook-signature')
  expect(headers).not.toHaveProperty('webhook-timestamp')
})

it('has the headers of the first attempt before it was made', async () => {
  const { headers } = await run({ ...DELIVERY, attempts: [] })
  expect(headers).toMatchObject({
    'webhook-id': 'delivery-1',
    'x-service-attempt': '1',
    'x-service-trigger': 'test',
    'x-service-event-id': 'event-1',
    'x-service-webhook-id': '7',
    'x-service-test': 'true',
  })
})
