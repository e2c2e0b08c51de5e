import { serviceSignatureHex, standardWebhooksSignature } from '@throughline/core/signature'
import type { ClaimedDelivery } from '@throughline/db/deliveries/claim-deliveries'
import { VERSION } from '@throughline/runtime/version'

export interface Secrets {
  current: string
  /** During the grace of a rotation. */
  previous: string | null
}

/**
 * The headers of one attempt (contract §4), but for Host and Content-Length, which the client adds.
 *
 * @param now the time of this attempt
 */
export function deliveryHeaders(
  delivery: ClaimedDelivery,
  signed: { body: Buffer; secrets: Secrets; now: Date },
): Record<string, string> {
  const { body, secrets, now } = signed
  const timestampSeconds = Math.floor(now.getTime() / 1_000)
  const id = delivery.deliveryId
  const signature = [secrets.current, secrets.previous]
    .filter((secret) => secret !== null)
    .map((secret) => standardWebhooksSignature({ secret, id, timestampSeconds, body }))
    .join(' ')
  return {
    'Content-Type': 'application/json',
    'User-Agent': `Throughline/${VERSION}`,
    'X-Service-Signature': serviceSignatureHex(secrets.current, body),
    'X-Service-Event': delivery.event,
    'X-Service-Event-Id': delivery.eventId,
    'X-Service-Delivery': id,
    'X-Service-Webhook-Id': String(delivery.webhookId),
    'X-Service-Attempt': String(delivery.attemptNumber),
    'X-Service-Trigger': delivery.trigger,
    ...(delivery.isTest ? { 'X-Service-Test': 'true' } : {}),
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signature,
  }
}
