import { readFile } from 'node:fs/promises'
import { expect, it } from '@jest/globals'
import { checkSignature } from './check-signature.js'

const file = new URL(
  '../../../../../packages/webhooks/fixtures/signature-vector.json',
  import.meta.url,
)
const vector = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>
const { secret = '', body = '' } = vector
const received = {
  secret,
  body,
  signature: vector['x-service-signature'] ?? '',
  id: vector['webhook-id'] ?? '',
  timestamp: vector['webhook-timestamp'] ?? '',
}
const standard = { ...received, signature: vector['webhook-signature'] ?? '' }
const indented = JSON.stringify(JSON.parse(body), null, 2)

it('accepts both signatures of the published example', async () => {
  expect(await checkSignature(received)).toBe('right')
  expect(await checkSignature(standard)).toBe('right')
  const rotated = { ...standard, signature: `v1,AAAA ${standard.signature}` }
  expect(await checkSignature(rotated)).toBe('right')
})

it('reports how a receiver has changed the body', async () => {
  expect(await checkSignature({ ...received, body: `${body}\n` })).toBe('line_end')
  expect(await checkSignature({ ...received, body: indented })).toBe('body_changed')
  expect(await checkSignature({ ...standard, body: `${body}\n` })).toBe('line_end')
  expect(await checkSignature({ ...standard, body: indented })).toBe('body_changed')
})

it('reports a signature that was made with a part of the secret', async () => {
  const sign = async (key: Uint8Array<ArrayBuffer>) => {
    const algorithm = { name: 'HMAC', hash: 'SHA-256' }
    const imported = await crypto.subtle.importKey('raw', key, algorithm, false, ['sign'])
    const bytes = await crypto.subtle.sign('HMAC', imported, new TextEncoder().encode(body))
    return Buffer.from(bytes).toString('hex')
  }
  const stripped = secret.replace('whsec_', '')
  const text = new Uint8Array(new TextEncoder().encode(stripped))
  expect(await checkSignature({ ...received, signature: await sign(text) })).toBe('stripped_key')
  const decoded = new Uint8Array(Buffer.from(stripped, 'base64'))
  expect(await checkSignature({ ...received, signature: await sign(decoded) })).toBe('decoded_key')
})

it('rejects another secret, and asks for the id where the signature contains it', async () => {
  expect(await checkSignature({ ...received, secret: 'whsec_AAAA' })).toBe('wrong')
  expect(await checkSignature({ ...received, secret: '' })).toBe('wrong')
  expect(await checkSignature({ ...standard, id: '' })).toBe('needs_id')
})
