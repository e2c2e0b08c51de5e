import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

export const webhookEvent = z.enum(['install_attributed'], 'must be install_attributed')

export const WEBHOOK_URL_MAX_LENGTH = 2_048

const url = cleanText(1, WEBHOOK_URL_MAX_LENGTH)
const events = z
  .array(webhookEvent)
  .min(1, 'must name at least one event')
  .max(100, 'must have at most 100 entries')
  .transform((names) => [...new Set(names)])

export const createWebhookBody = z.object({
  url,
  events,
  is_active: z.boolean().default(true),
})

/** PUT /api/webhooks/{id}: a missing key keeps its value; null is not allowed. */
export const updateWebhookBody = z.object({
  url: url.optional(),
  events: events.optional(),
  is_active: z.boolean().optional(),
})

export const webhook = z
  .object({
    id: z.number().int(),
    url: z.string(),
    events: z.array(webhookEvent),
    is_active: z.boolean(),
    created_at: timestamp,
  })
  .meta({ id: 'Webhook' })

/** The only record that contains the secret. */
export const createdWebhook = webhook.extend({ secret: z.string() })

export const webhookPage = pageOf(webhook)
export const listWebhooksQuery = z.strictObject(pageQuery)

export const webhookSecret = z.object({ secret: z.string() })

export const ROTATION_GRACE_DEFAULT_SECONDS = 86_400

export const rotateWebhookBody = z.object({
  grace_seconds: z.number().int().min(0).max(86_400).default(ROTATION_GRACE_DEFAULT_SECONDS),
})

export const deletedRecord = z.object({ id: z.number().int(), deleted: z.literal(true) })

export type CreateWebhookBody = z.infer<typeof createWebhookBody>
export type UpdateWebhookBody = z.infer<typeof updateWebhookBody>
export type WebhookWire = z.infer<typeof webhook>
