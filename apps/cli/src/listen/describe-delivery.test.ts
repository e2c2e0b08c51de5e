import { readFileSync } from 'node:fs'
import { expect, it } from '@jest/globals'
import { deliveryLines, describeDelivery } from './describe-delivery.js'

const path = '../../../../packages/webhooks/fixtures/signature-vector.json'
const vector = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8')) as Record<
  string,
  string
>
const { secret = '', body: text = '' } = vector
const headers = {
  'x-service-signature': vector['x-service-signature'],
  'webhook-id': vector['webhook-id'],
  'webhook-timestamp': vector['webhook-timestamp'],
  'webhook-signature': vector['webhook-signature'],
  'x-service-webhook-id': '7',
  'x-service-attempt': '2',
}
const answer = { status: 204, forwarded_to: null, error: null, duration_ms: 0 }

it('states for each signature whether it is valid, and why not', () => {
  const body = Buffer.from(text)
  const old = describeDelivery({ headers, body }, secret)
  expect(old.signatures).toEqual({
    'webhook-signature': { valid: false, reason: expect.stringMatching(/^timestamp_too_old: /) },
    'X-Service-Signature': { valid: true, reason: null },
  })
  const changed = describeDelivery({ headers, body: Buffer.from(`${text} `) }, secret)
  expect(changed.signatures).toEqual({
    'webhook-signature': { valid: false, reason: expect.stringMatching(/^bad_signature: /) },
    'X-Service-Signature': { valid: false, reason: expect.stringMatching(/^bad_signature: /) },
  })
  expect(changed.payload).toEqual(JSON.parse(text))
  const lines = deliveryLines({ ...changed, answer }, 8)
  expect(lines.filter((line) => / {2}INVALID, bad_signature: /.test(line))).toHaveLength(2)
  expect(lines.at(-1)).toMatch(/sent by webhook 7, which has another secret$/)
})

it('describes a request that is no delivery', () => {
  const report = { ...describeDelivery({ headers: {}, body: Buffer.from('[') }, secret), answer }
  expect(report).toMatchObject({ event: null, attempt: null, webhook_id: null, payload: null })
  const lines = deliveryLines(report, 7).join('\n')
  expect(lines).toMatch(/unknown event, attempt \? \(\?\)\n +payload +not a JSON object\n/)
  expect(lines).toMatch(/webhook-signature +INVALID, missing_header: /)
})

it('states which server answered, and why it did not', () => {
  const facts = describeDelivery({ headers, body: Buffer.from(text) }, secret)
  const by = { forwarded_to: 'http://localhost:8080/hook', duration_ms: 3 }
  const lastLine = (more: object) =>
    deliveryLines({ ...facts, answer: { ...answer, ...by, ...more } }, 7).at(-1)
  expect(lastLine({ status: 200 })).toMatch(/ 200 by http:\/\/localhost:8080\/hook in 3 ms$/)
  expect(lastLine({ status: 502, error: 'ECONNREFUSED' })).toMatch(
    / 502: http:\/\/localhost:8080\/hook failed, ECONNREFUSED$/,
  )
})
