/* eslint max-params: ['error', 4] -- body, headers, secret, options: the order that verifiers share */
import { readHeader, type WebhookHeaders } from './headers.js'
import { parsePayload, type InstallAttributedPayload } from './payload.js'
import { rawBodyBytes } from './raw-body.js'
import { verifyServiceSignature } from './service-signature.js'
import { verifyStandardWebhook, type StandardWebhookOptions } from './standard-webhook.js'

const triggers = ['auto', 'resend', 'replay', 'test'] as const

export type DeliveryTrigger = (typeof triggers)[number]

type DeliveryDetails = {
  readonly payload: InstallAttributedPayload
  /** Null, here and below, if the sender or a proxy omitted the header. These headers are not signed. */
  readonly eventId: string | null
  readonly event: string | null
  /** 1…4 on the automatic schedule, higher after it. */
  readonly attempt: number | null
  readonly trigger: DeliveryTrigger | null
  /** A webhook's test sample, or an install reported with a debug helper. Count neither. */
  readonly isTest: boolean
  /** The attributed install, as named by the app's SDK; null for a sample, and for events older than the header. */
  readonly installId: string | null
  /** The attribution, for `GET /api/attributions/{id}`; null if `installId` is. */
  readonly attributionId: string | null
}

/** Its id and time are signed with the body. */
export type TimestampedDelivery = DeliveryDetails & {
  readonly scheme: 'standard'
  /** The same for retries, resends and replays. Deduplicate by it. */
  readonly deliveryId: string
  readonly sentAt: Date
}

/** Only its body is signed. */
export type ServiceDelivery = DeliveryDetails & {
  readonly scheme: 'service'
  readonly deliveryId: string | null
  readonly sentAt: null
}

export type VerifiedDelivery = TimestampedDelivery | ServiceDelivery

export type VerifyOptions = StandardWebhookOptions & {
  /** Rejects requests without the `webhook-*` headers, which could be recorded requests. Default false. */
  readonly requireTimestamp?: boolean | undefined
}

/**
 * Verifies a request and parses its body, as received before any JSON parser. With any `webhook-*` header only Standard
 * Webhooks decides, because it protects against replays; otherwise `X-Service-Signature`. @throws
 * WebhookVerificationError
 */
export function verify(
  rawBody: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions & { readonly requireTimestamp: true },
): TimestampedDelivery
export function verify(
  rawBody: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string,
  options?: VerifyOptions,
): VerifiedDelivery
export function verify(
  rawBody: Uint8Array | string,
  headers: WebhookHeaders,
  secret: string,
  options: VerifyOptions = {},
): VerifiedDelivery {
  const body = rawBodyBytes(rawBody)
  if (options.requireTimestamp === true || hasStandardHeaders(headers)) {
    const { id, sentAt } = verifyStandardWebhook(body, headers, secret, options)
    return { scheme: 'standard', deliveryId: id, sentAt, ...details(body, headers) }
  }
  verifyServiceSignature(body, headers, secret)
  const deliveryId = readHeader(headers, 'x-service-delivery')
  return { scheme: 'service', deliveryId, sentAt: null, ...details(body, headers) }
}

function hasStandardHeaders(headers: WebhookHeaders): boolean {
  return ['webhook-id', 'webhook-timestamp', 'webhook-signature'].some(
    (name) => readHeader(headers, name) !== null,
  )
}

function details(body: Uint8Array, headers: WebhookHeaders): DeliveryDetails {
  const attempt = readHeader(headers, 'x-service-attempt')
  const trigger = readHeader(headers, 'x-service-trigger')
  return {
    payload: parsePayload(body),
    eventId: readHeader(headers, 'x-service-event-id'),
    event: readHeader(headers, 'x-service-event'),
    attempt: attempt !== null && /^\d{1,9}$/.test(attempt) ? Number(attempt) : null,
    trigger: triggers.find((known) => known === trigger) ?? null,
    isTest: readHeader(headers, 'x-service-test') === 'true',
    installId: readHeader(headers, 'x-service-install-id'),
    attributionId: readHeader(headers, 'x-service-attribution-id'),
  }
}
