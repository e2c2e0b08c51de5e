import { createHmac } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

const PREFIX = 'whsec_'

/** Independent of the product's verifier, so that a bug in it cannot hide one in the sender. */
export function hasSigned(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const service = createHmac('sha256', secret).update(body).digest('hex')
  const standard = createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${textOf(headers, 'webhook-id')}.${textOf(headers, 'webhook-timestamp')}.`)
    .update(body)
    .digest('base64')
  return (
    textOf(headers, 'x-service-signature') === service &&
    textOf(headers, 'webhook-signature').split(' ').includes(`v1,${standard}`)
  )
}

function textOf(headers: IncomingHttpHeaders, name: string): string {
  const value = headers[name]
  return typeof value === 'string' ? value : ''
}
