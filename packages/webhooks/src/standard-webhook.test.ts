import { createHmac } from 'node:crypto'
import { describe, expect, it } from '@jest/globals'
import fc from 'fast-check'
import { vector, vectorHeaders, vectorSentAt } from '../test/signature-vector.js'
import { verificationCode } from '../test/verification-code.js'
import { verifyStandardWebhook, type StandardWebhookOptions } from './standard-webhook.js'

const body = Buffer.from(vector.body)
const signature = vector['webhook-signature']

type Change = {
  headers?: Record<string, string>
  secret?: string
  options?: StandardWebhookOptions
}

const codeFor = ({ headers = {}, secret = vector.secret, options = {} }: Change) =>
  verificationCode(() =>
    verifyStandardWebhook(body, { ...vectorHeaders, ...headers }, secret, {
      now: vectorSentAt,
      ...options,
    }),
  )

const secondsAfter = (seconds: number) => new Date(vectorSentAt.getTime() + seconds * 1000)

describe('verifyStandardWebhook', () => {
  it('accepts the worked vector and returns its id and time', () => {
    const options = { now: vectorSentAt }
    expect(verifyStandardWebhook(vector.body, vectorHeaders, vector.secret, options)).toEqual({
      id: vector['webhook-id'],
      sentAt: vectorSentAt,
    })
  })

  it('accepts one matching signature among several', () => {
    const other = `v1,${Buffer.alloc(32).toString('base64')}`
    expect(codeFor({ headers: { 'webhook-signature': `${other} ${signature}` } })).toBeNull()
    expect(codeFor({ headers: { 'webhook-signature': `${signature} ${other}` } })).toBeNull()
    expect(codeFor({ headers: { 'webhook-signature': `v1a,abc  ${signature}` } })).toBeNull()
  })

  it('rejects a header in which no signature matches', () => {
    const other = `v1,${Buffer.alloc(32).toString('base64')}`
    expect(codeFor({ headers: { 'webhook-signature': `${other} ${other}` } })).toBe('bad_signature')
  })

  it.each([
    ['300 s old', 300, null],
    ['301 s old', 301, 'timestamp_too_old'],
    ['300 s ahead', -300, null],
    ['301 s ahead', -301, 'timestamp_too_new'],
  ])('checks a timestamp that is %s', (_, seconds, code) => {
    expect(codeFor({ options: { now: secondsAfter(seconds) } })).toBe(code)
  })

  it('uses the tolerance from the options', () => {
    const toleranceSeconds = 10
    expect(codeFor({ options: { now: secondsAfter(10), toleranceSeconds } })).toBeNull()
    expect(codeFor({ options: { now: secondsAfter(11), toleranceSeconds } })).toBe(
      'timestamp_too_old',
    )
    expect(codeFor({ options: { now: secondsAfter(-11), toleranceSeconds } })).toBe(
      'timestamp_too_new',
    )
  })

  it('rejects when tolerance or clock is not a number', () => {
    expect(codeFor({ options: { toleranceSeconds: Number.NaN } })).toBe('timestamp_too_old')
    expect(codeFor({ options: { now: new Date(Number.NaN) } })).toBe('timestamp_too_old')
  })

  it('uses the time of the call by default', () => {
    const now = String(Math.floor(Date.now() / 1000))
    const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': now }
    const signed = { ...headers, 'webhook-signature': sign(`msg_1.${now}.{}`) }
    expect(verificationCode(() => verifyStandardWebhook('{}', signed, vector.secret))).toBeNull()
    expect(verificationCode(() => verifyStandardWebhook(body, vectorHeaders, vector.secret))).toBe(
      'timestamp_too_old',
    )
  })

  it('reports the signature before the clock', () => {
    const options = { now: secondsAfter(9999) }
    expect(codeFor({ headers: { 'webhook-id': 'other' }, options })).toBe('bad_signature')
  })

  it.each(['webhook-id', 'webhook-timestamp', 'webhook-signature'])('requires %s', (name) => {
    expect(codeFor({ headers: { [name]: '' } })).toBe('missing_header')
  })

  it.each([
    ['a time stamp with a fraction', { 'webhook-timestamp': '1767323045.5' }],
    ['a negative time stamp', { 'webhook-timestamp': '-1' }],
    ['a time stamp of letters', { 'webhook-timestamp': 'now' }],
    ['a time stamp without end', { 'webhook-timestamp': '9'.repeat(400) }],
    ['a signature without version', { 'webhook-signature': signature.slice(3) }],
    ['a signature of another version alone', { 'webhook-signature': `v2,${signature.slice(3)}` }],
  ])('calls %s malformed', (_, headers) => {
    expect(codeFor({ headers })).toBe('malformed_signature')
  })

  it.each([
    ['without prefix', vector.secret.slice('whsec_'.length)],
    ['with prefix alone', 'whsec_'],
    ['in url-safe base64', 'whsec_ab-_'],
    ['cut short', vector.secret.slice(0, -3)],
    ['with a line feed', `${vector.secret}\n`],
    ['empty', ''],
  ])('calls a secret %s malformed', (_, secret) => {
    expect(codeFor({ secret })).toBe('malformed_secret')
  })

  it('accepts the key with its padding and without', () => {
    const key = Buffer.from('a key of 20 bytes...').toString('base64')
    const mac = createHmac('sha256', 'a key of 20 bytes...').update('id.1.{}').digest('base64')
    const headers = {
      'webhook-id': 'id',
      'webhook-timestamp': '1',
      'webhook-signature': `v1,${mac}`,
    }
    for (const secret of [`whsec_${key}`, `whsec_${key.replace(/=+$/, '')}`]) {
      const check = () => verifyStandardWebhook('{}', headers, secret, { now: new Date(1000) })
      expect(verificationCode(check)).toBeNull()
    }
  })

  it('rejects any flipped bit of the body, the id, the time stamp or the signature', () => {
    const parts = ['body', 'webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
    fc.assert(
      fc.property(fc.constantFrom(...parts), fc.nat(), (part, seed) => {
        const original = part === 'body' ? body : Buffer.from(vectorHeaders[part])
        const altered = withFlippedBit(original, seed % (original.length * 8))
        const headers =
          part === 'body' ? vectorHeaders : { ...vectorHeaders, [part]: altered.toString('latin1') }
        const check = () =>
          verifyStandardWebhook(part === 'body' ? altered : body, headers, vector.secret, {
            now: vectorSentAt,
          })
        expect(['bad_signature', 'malformed_signature']).toContain(verificationCode(check))
      }),
      { numRuns: 500 },
    )
  })

  it('accepts signatures over any bytes, and of no other secret', () => {
    const secrets = fc.uint8Array({ minLength: 1, maxLength: 64 })
    fc.assert(
      fc.property(fc.uint8Array(), secrets, secrets, (bytes, key, otherKey) => {
        fc.pre(!Buffer.from(key).equals(otherKey))
        const mac = createHmac('sha256', key).update('id.1.').update(bytes).digest('base64')
        const headers = {
          'webhook-id': 'id',
          'webhook-timestamp': '1',
          'webhook-signature': `v1,${mac}`,
        }
        const codeWith = (secret: Uint8Array) =>
          verificationCode(() =>
            verifyStandardWebhook(
              bytes,
              headers,
              `whsec_${Buffer.from(secret).toString('base64')}`,
              { now: new Date(1000) },
            ),
          )
        expect(codeWith(key)).toBeNull()
        // HMAC pads a short key with zero bytes, so these two are the same key.
        fc.pre(!isSameHmacKey(key, otherKey))
        expect(codeWith(otherKey)).toBe('bad_signature')
      }),
    )
  })
})

function sign(content: string): string {
  const key = Buffer.from(vector.secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`
}

function isSameHmacKey(left: Uint8Array, right: Uint8Array): boolean {
  const padded = (key: Uint8Array) => Buffer.concat([key, Buffer.alloc(64)], 64)
  return padded(left).equals(padded(right))
}

function withFlippedBit(bytes: Uint8Array, bit: number): Buffer {
  const copy = Buffer.from(bytes)
  const index = Math.floor(bit / 8)
  copy[index] = (copy[index] ?? 0) ^ (1 << (bit % 8))
  return copy
}
