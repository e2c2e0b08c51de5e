import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import { hasSigned } from './has-signed.js'

const KEY = 'a key that only the owner has'
const SECRET = `whsec_${Buffer.from(KEY).toString('base64')}`
const BODY = Buffer.from('{"gclid":"v1"}')
const STANDARD = createHmac('sha256', KEY)
  .update(`d1.1700000000.${BODY.toString()}`)
  .digest('base64')

const signed = {
  'x-service-signature': createHmac('sha256', SECRET).update(BODY).digest('hex'),
  'webhook-id': 'd1',
  'webhook-timestamp': '1700000000',
  'webhook-signature': `v1,${STANDARD}`,
}

describe('a signature', () => {
  it('is valid when both schemes of signing verify', () => {
    expect(hasSigned(SECRET, signed, BODY)).toBe(true)
    const graced = { ...signed, 'webhook-signature': `v1,b3RoZXI= v1,${STANDARD}` }
    expect(hasSigned(SECRET, graced, BODY)).toBe(true)
  })

  it.each([
    ['x-service-signature', 'f'.repeat(64)],
    ['x-service-signature', undefined],
    ['webhook-signature', 'v1,b3RoZXI='],
    ['webhook-signature', STANDARD],
    ['webhook-signature', undefined],
    ['webhook-id', 'd2'],
    ['webhook-timestamp', '1700000001'],
  ])('is invalid with another %s: %s', (name, value) => {
    expect(hasSigned(SECRET, { ...signed, [name]: value }, BODY)).toBe(false)
  })

  it('is invalid with another body or secret', () => {
    expect(hasSigned(SECRET, signed, Buffer.from('{}'))).toBe(false)
    expect(hasSigned(`${SECRET}AAAA`, signed, BODY)).toBe(false)
  })
})
