import { randomBytes } from 'node:crypto'
import { domainError } from '../lib/errors.js'
import { hmacSha256 } from '../security/hmac-sha256.js'

const SECRET_PREFIX = 'whsec_'

/** `whsec_` and base64 of 48 bytes: a multiple of 3 needs no padding, and url-safe base64 would break verifiers. */
export function generateWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(48).toString('base64')
}

/** `X-Service-Signature`: lowercase hex HMAC-SHA256 over the body, keyed with the whole secret as text. */
export function serviceSignatureHex(secret: string, body: Uint8Array): string {
  return hmacSha256(Buffer.from(secret, 'utf8'), body).toString('hex')
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
 * An entry of `webhook-signature`: `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the decoded
 * secret.
 */
export function standardWebhooksSignature(input: StandardWebhooksInput): string {
  if (!input.secret.startsWith(SECRET_PREFIX)) {
    throw domainError('internal', 'A webhook secret must start with whsec_; regenerate it.')
  }
  const key = Buffer.from(input.secret.slice(SECRET_PREFIX.length), 'base64')
  const head = Buffer.from(`${input.id}.${input.timestampSeconds}.`, 'utf8')
  return `v1,${hmacSha256(key, Buffer.concat([head, input.body])).toString('base64')}`
}
