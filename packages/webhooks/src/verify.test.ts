import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { vector, vectorHeaders, vectorSentAt } from '../test/signature-vector.js'
import { verificationCode } from '../test/verification-code.js'
import { verify } from './verify.js'

const now = vectorSentAt
const serviceHeaders = { 'x-service-signature': vector['x-service-signature'] }
const detailHeaders = {
  'X-Service-Event': 'install_attributed',
  'X-Service-Event-Id': '0198c0de-0000-7000-8000-000000000001',
  'X-Service-Delivery': vector['webhook-id'],
  'X-Service-Attempt': '2',
  'X-Service-Trigger': 'auto',
  'X-Service-Install-Id': '5b0f3c1e-8f39-4d53-9a51-0c1f6c1f2a77',
  'X-Service-Attribution-Id': '0198c0de-0000-7000-8000-000000000002',
}

describe('verify', () => {
  it('returns the typed payload and the details of a time-stamped delivery', () => {
    const headers = { ...vectorHeaders, ...detailHeaders }
    expect(verify(vector.body, headers, vector.secret, { now })).toEqual({
      scheme: 'standard',
      deliveryId: vector['webhook-id'],
      sentAt: vectorSentAt,
      payload: JSON.parse(vector.body) as unknown,
      eventId: '0198c0de-0000-7000-8000-000000000001',
      event: 'install_attributed',
      attempt: 2,
      trigger: 'auto',
      isTest: false,
      installId: '5b0f3c1e-8f39-4d53-9a51-0c1f6c1f2a77',
      attributionId: '0198c0de-0000-7000-8000-000000000002',
    })
  })

  it('accepts a request with only X-Service-Signature, without a date', () => {
    const headers = { ...serviceHeaders, ...detailHeaders }
    expect(verify(Buffer.from(vector.body), headers, vector.secret)).toMatchObject({
      scheme: 'service',
      deliveryId: vector['webhook-id'],
      sentAt: null,
    })
  })

  it('returns null for details that are absent or unknown', () => {
    const headers = { ...serviceHeaders, 'x-service-attempt': '1e3', 'x-service-trigger': 'new' }
    expect(verify(vector.body, headers, vector.secret)).toMatchObject({
      deliveryId: null,
      eventId: null,
      event: null,
      attempt: null,
      trigger: null,
      isTest: false,
      installId: null,
      attributionId: null,
    })
  })

  it.each([
    ['true', true],
    ['false', false],
    ['', false],
  ])('takes a delivery with X-Service-Test: %j for a test: %p', (value, isTest) => {
    const headers = { ...serviceHeaders, 'X-Service-Test': value }
    expect(verify(vector.body, headers, vector.secret)).toMatchObject({ isTest })
  })

  it('lets the time-stamped scheme decide if both are present', () => {
    const stale = () => verify(vector.body, vectorHeaders, vector.secret)
    expect(verificationCode(stale)).toBe('timestamp_too_old')
    const headers = { ...vectorHeaders, 'x-service-signature': '0'.repeat(64) }
    expect(verify(vector.body, headers, vector.secret, { now }).scheme).toBe('standard')
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])(
    'does not fall back when only %s was taken away',
    (name) => {
      const headers = { ...vectorHeaders, [name]: undefined }
      expect(verificationCode(() => verify(vector.body, headers, vector.secret, { now }))).toBe(
        'missing_header',
      )
    },
  )

  it('rejects a request with only X-Service-Signature if the time stamp is required', () => {
    const check = () =>
      verify(vector.body, serviceHeaders, vector.secret, { requireTimestamp: true })
    expect(verificationCode(check)).toBe('missing_header')
  })

  it('requires one of the two schemes', () => {
    expect(verificationCode(() => verify(vector.body, {}, vector.secret))).toBe('missing_header')
  })

  it.each([
    ['text', Buffer.from('hello')],
    ['a number', Buffer.from('1')],
    ['null', Buffer.from('null')],
    ['a list', Buffer.from('[]')],
    ['nothing', Buffer.alloc(0)],
    ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ])('reports invalid_json for an authentic body that is %s', (_, body) => {
    const signature = createHmac('sha256', vector.secret).update(body).digest('hex')
    const headers = { 'x-service-signature': signature }
    expect(verificationCode(() => verify(body, headers, vector.secret))).toBe('invalid_json')
  })

  it('puts no secret and no expected signature into its errors', () => {
    const headers = { ...serviceHeaders, 'x-service-signature': '0'.repeat(64) }
    expect(() => verify(vector.body, headers, vector.secret)).toThrow(
      expect.objectContaining({
        name: 'WebhookVerificationError',
        code: 'bad_signature',
        message: 'X-Service-Signature does not match',
      }),
    )
  })
})
