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
const DELIVERY = {
  ...{ id: 'delivery-1', event_id: 'event-1', event: 'install_attributed', webhook_id: 7 },
  ...{ install_id: null, attribution_id: null, is_test: true, payload: PAYLOAD },
  attempts: [{ number: 3, trigger: 'resend', started_at: '2026-11-24T00:00:00.000Z' }],
} as unknown as DeliveryWithAttempts

it('is a command that sends the same bytes with a valid signature', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const received = once(server, 'request').then(async ([request, response]) => {
    const body = await text(request as NodeJS.ReadableStream)
    ;(response as { end: () => void }).end()
    return { body, headers: (request as { headers: Record<string, string> }).headers }
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', WEBHOOK_SECRET: SECRET }
  await promisify(execFile)('/bin/sh', ['-c', curlCommand(DELIVERY, url)], { env })
  const { body, headers } = await received
  server.close()
  expect(body).toBe(PAYLOAD)
  expect(headers).toMatchObject({
    'x-service-signature': createHmac('sha256', SECRET).update(PAYLOAD).digest('hex'),
    'content-type': 'application/json',
    'webhook-id': 'delivery-1',
    'x-service-attempt': '3',
    'x-service-trigger': 'resend',
    'x-service-test': 'true',
  })
})
