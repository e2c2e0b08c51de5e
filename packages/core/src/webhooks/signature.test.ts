import { readFileSync } from 'node:fs'
import { describe, expect, it } from '@jest/globals'
import {
  generateWebhookSecret,
  serviceSignatureHex,
  standardWebhooksSignature,
} from './signature.js'

type Vector = {
  secret: string
  body: string
  'x-service-signature': string
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
  same_algorithm_published_by_github: { secret: string; body: string; hex: string }
}

const vector = JSON.parse(
  readFileSync(new URL('../../fixtures/signature-vector.json', import.meta.url), 'utf8'),
) as Vector

describe('serviceSignatureHex', () => {
  it('reproduces the worked vector', () => {
    expect(serviceSignatureHex(vector.secret, Buffer.from(vector.body))).toBe(
      vector['x-service-signature'],
    )
  })

  it('reproduces the example that GitHub publishes for the same algorithm', () => {
    const { secret, body, hex } = vector.same_algorithm_published_by_github
    expect(serviceSignatureHex(secret, Buffer.from(body))).toBe(hex)
  })

  it('signs bytes: invalid UTF-8 differs from its replacement character', () => {
    const invalid = serviceSignatureHex('whsec_AAAA', Uint8Array.of(0xff))
    expect(invalid).not.toBe(serviceSignatureHex('whsec_AAAA', Buffer.from('\ufffd')))
  })
})

describe('standardWebhooksSignature', () => {
  const input = {
    secret: vector.secret,
    id: vector['webhook-id'],
    timestampSeconds: Number(vector['webhook-timestamp']),
    body: Buffer.from(vector.body),
  }

  it('reproduces the worked vector', () => {
    expect(standardWebhooksSignature(input)).toBe(vector['webhook-signature'])
  })

  it('changes with the id and with the second', () => {
    const original = standardWebhooksSignature(input)
    expect(standardWebhooksSignature({ ...input, id: 'other' })).not.toBe(original)
    expect(
      standardWebhooksSignature({ ...input, timestampSeconds: input.timestampSeconds + 1 }),
    ).not.toBe(original)
  })

  it('rejects a secret without its prefix', () => {
    expect(() => standardWebhooksSignature({ ...input, secret: 'abc' })).toThrow(/whsec_/)
  })
})

describe('generateWebhookSecret', () => {
  it('is whsec_ and standard base64 of 48 bytes without padding', () => {
    for (let i = 0; i < 200; i += 1) {
      const secret = generateWebhookSecret()
      expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{64}$/)
      expect(Buffer.from(secret.slice(6), 'base64')).toHaveLength(48)
    }
  })

  it('never repeats', () => {
    const secrets = new Set(Array.from({ length: 500 }, generateWebhookSecret))
    expect(secrets.size).toBe(500)
  })
})
