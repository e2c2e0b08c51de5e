import type { WebhookWire } from '@throughline/contracts/webhook'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { WebhookRecord } from '@throughline/db/webhooks/webhooks'

/** A webhook as everybody sees it who may: never with its secret. */
export function presentWebhook(webhook: WebhookRecord): WebhookWire {
  return {
    id: webhook.id,
    url: webhook.url,
    // The database holds only what the schema let in.
    events: webhook.events as WebhookWire['events'],
    is_active: webhook.isActive,
    created_at: formatTimestamp(webhook.createdAt),
  }
}
