import { spawnSync } from 'node:child_process'
import type { ReceivedRequest } from '@throughline/testkit/receiver'
import { Webhook } from 'standardwebhooks'
import { must } from './must.js'
import type { Notes } from './timeline.js'

/** Verifies both signatures of a delivery with independent implementations. Throws if one is invalid. */
export function verifyWithOthers(received: ReceivedRequest, secret: string, notes: Notes): void {
  const { headers, body } = received
  new Webhook(secret).verify(body, {
    'webhook-id': String(headers['webhook-id']),
    'webhook-timestamp': String(headers['webhook-timestamp']),
    'webhook-signature': String(headers['webhook-signature']),
  })
  notes.push('webhook-signature     valid (standardwebhooks package)')
  const hex = hmacByOpenssl(body, secret)
  if (hex === null) {
    notes.push('X-Service-Signature   not verified: openssl is not installed')
    return
  }
  must(
    hex === headers['x-service-signature'],
    `X-Service-Signature must equal the value that openssl computes, which is ${hex}`,
  )
  notes.push('X-Service-Signature   valid (openssl dgst -sha256 -hmac)')
}

function hmacByOpenssl(body: Buffer, secret: string): string | null {
  const run = spawnSync('openssl', ['dgst', '-sha256', '-hmac', secret], {
    input: body,
    encoding: 'utf8',
  })
  if (run.error !== undefined || run.status !== 0) return null
  return (
    run.stdout
      .trim()
      .split(/[\s=]+/)
      .at(-1) ?? null
  )
}
