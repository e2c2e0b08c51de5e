import { createHmac, randomBytes } from 'node:crypto'
import { domainError } from './errors.js'

const SECRET_PREFIX = 'whsec_'

/**
 * A new webhook secret: `whsec_` and the standard base64 of 48 random bytes (contract §3).
 * 48 is a multiple of 3, so no padding arises; url-safe base64 would break other verifiers.
 */
export function generateWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(48).toString('base64')
}

/**
 * The value of `X-Service-Signature`: lowercase hex HMAC-SHA256 over the raw body, keyed with the
 * UTF-8 bytes of the whole secret string as it was returned (contract §4).
 */
export function serviceSignatureHex(secret: string, body: Uint8Array): string {
  return createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')
}

export type StandardWebhooksInput = {
  /** Starts with `whsec_`. */
  secret: string
  /** The `webhook-id` header, which is the delivery id. */
  id: string
  /** The `webhook-timestamp` header: unix seconds of this attempt. */
  timestampSeconds: number
  body: Uint8Array
}

/**
 * One entry of `webhook-signature`: `v1,` and base64 of the HMAC-SHA256 over `id.timestamp.body`,
 * keyed with the decoded part after `whsec_` (the Standard Webhooks specification, contract §4).
 */
export function standardWebhooksSignature(input: StandardWebhooksInput): string {
  if (!input.secret.startsWith(SECRET_PREFIX)) {
    throw domainError('internal', 'A webhook secret must start with whsec_; regenerate it.')
  }
  const key = Buffer.from(input.secret.slice(SECRET_PREFIX.length), 'base64')
  const mac = createHmac('sha256', key)
    .update(`${input.id}.${input.timestampSeconds}.`)
    .update(input.body)
  return `v1,${mac.digest('base64')}`
}
