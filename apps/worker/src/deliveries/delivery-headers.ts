import {
  serviceSignatureHex,
  standardWebhooksSignature,
} from '@throughline/core/webhooks/signature'
import type { ClaimedDelivery } from '@throughline/db/deliveries/claim-outcome'
import { VERSION } from '@throughline/runtime/version'
import type { Secrets } from './webhook-secrets.js'

export function deliveryHeaders(
  delivery: ClaimedDelivery,
  signed: { body: Buffer; secrets: Secrets; nowMs: number },
): Record<string, string> {
  const { body, secrets, nowMs } = signed
  const timestampSeconds = Math.floor(nowMs / 1_000)
  const id = delivery.deliveryId
  const sign = (secret: string) => standardWebhooksSignature({ secret, id, timestampSeconds, body })
  const current = sign(secrets.current)
  const signature = secrets.previous === null ? current : `${current} ${sign(secrets.previous)}`
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': `Throughline/${VERSION}`,
    'X-Service-Signature': serviceSignatureHex(secrets.current, body),
    'X-Service-Event': delivery.event,
    'X-Service-Event-Id': delivery.eventId,
    'X-Service-Delivery': id,
    'X-Service-Webhook-Id': String(delivery.webhookId),
    'X-Service-Attempt': String(delivery.attemptNumber),
    'X-Service-Trigger': delivery.trigger,
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature': signature,
  }
  const { installId, attributionId } = delivery
  if (installId !== null && attributionId !== null) {
    headers['X-Service-Install-Id'] = installId
    headers['X-Service-Attribution-Id'] = attributionId
  }
  if (delivery.isTest) headers['X-Service-Test'] = 'true'
  return headers
}
