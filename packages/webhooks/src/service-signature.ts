import { createHmac } from 'node:crypto'
import { equalInConstantTime } from './equal-in-constant-time.js'
import { requireHeader, type WebhookHeaders } from './headers.js'
import { rawBodyBytes } from './raw-body.js'
import { WebhookVerificationError } from './verification-error.js'

const signatureForm = /^[0-9a-f]{64}$/

/**
 * Verifies `X-Service-Signature`. It covers neither a timestamp nor an id, so a recorded request stays valid: prefer
 * `verify` or `verifyStandardWebhook`. @throws WebhookVerificationError
 */
export function verifyServiceSignature(
  rawBody: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string,
): void {
  const body = rawBodyBytes(rawBody)
  if (secret === '') throw new WebhookVerificationError('malformed_secret', 'the secret is empty')
  const signature = requireHeader(headers, 'x-service-signature')
  if (!signatureForm.test(signature)) {
    throw new WebhookVerificationError(
      'malformed_signature',
      'X-Service-Signature is not 64 lowercase hexadecimal digits',
    )
  }
  const expected = createHmac('sha256', Buffer.from(secret, 'utf8')).update(body).digest('hex')
  if (!equalInConstantTime(signature, expected)) {
    throw new WebhookVerificationError('bad_signature', 'X-Service-Signature does not match')
  }
}
