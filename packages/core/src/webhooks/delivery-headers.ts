import { serviceSignatureHex, standardWebhooksSignature } from './signature.js'

/** What the headers of an attempt say about its delivery. */
export interface DescribedDelivery {
  deliveryId: string
  webhookId: number
  eventId: string
  event: string
  attemptNumber: number
  trigger: string
  installId: string | null
  attributionId: string | null
  isTest: boolean
}

/** The secrets that signed an attempt. During the grace of a rotation there are two. */
export interface SigningSecrets {
  current: string
  previous: string | null
}

export interface SignedRequest {
  body: Uint8Array
  /** Null omits the signatures. */
  secrets: SigningSecrets | null
  /** Unix seconds of this attempt. */
  timestampSeconds: number
  /** The release that sends. Null omits the header. */
  version: string | null
}

/** The headers of one attempt (docs/api-contract.md, "Delivery headers"), without those of the connection. */
export function deliveryHeaders(
  delivery: DescribedDelivery,
  { body, secrets, timestampSeconds, version }: SignedRequest,
): Record<string, string> {
  const { deliveryId: id, installId, attributionId } = delivery
  const headers: Record<string, string> = {
    'Content-Type': 'application/json',
    'User-Agent': `Throughline/${version ?? ''}`,
    'X-Service-Signature': secrets === null ? '' : serviceSignatureHex(secrets.current, body),
    'X-Service-Event': delivery.event,
    'X-Service-Event-Id': delivery.eventId,
    'X-Service-Delivery': id,
    'X-Service-Webhook-Id': String(delivery.webhookId),
    'X-Service-Attempt': String(delivery.attemptNumber),
    'X-Service-Trigger': delivery.trigger,
    'webhook-id': id,
    'webhook-timestamp': String(timestampSeconds),
    'webhook-signature':
      secrets === null ? '' : signatures(secrets, { id, timestampSeconds, body }),
  }
  if (version === null) delete headers['User-Agent']
  if (secrets === null) {
    delete headers['X-Service-Signature']
    delete headers['webhook-signature']
  }
  if (installId !== null && attributionId !== null) {
    headers['X-Service-Install-Id'] = installId
    headers['X-Service-Attribution-Id'] = attributionId
  }
  if (delivery.isTest) headers['X-Service-Test'] = 'true'
  return headers
}

function signatures(
  { current, previous }: SigningSecrets,
  signed: { id: string; timestampSeconds: number; body: Uint8Array },
): string {
  const sign = (secret: string) => standardWebhooksSignature({ secret, ...signed })
  return previous === null ? sign(current) : `${sign(current)} ${sign(previous)}`
}
