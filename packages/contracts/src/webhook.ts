import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { cleanText } from './text.js'
import { timestamp } from './timestamp.js'

export const webhookEvent = z.enum(['install_attributed'], 'must be install_attributed')

export const WEBHOOK_URL_MAX_LENGTH = 2_048

const url = cleanText(1, WEBHOOK_URL_MAX_LENGTH)
  .describe('An https URL on port 443 or 8443 whose host is public')
  .meta({ example: 'https://hooks.example.com/throughline' })
const events = z
  .array(webhookEvent)
  .min(1, 'must name at least one event')
  .max(100, 'must have at most 100 entries')
  .transform((names) => [...new Set(names)])
  .describe('Events to receive')

export const createWebhookBody = z.object({
  url,
  events,
  is_active: z.boolean().default(true).describe('Whether events are sent'),
})

/** PUT /api/webhooks/{id}: a missing key keeps its value; null is not allowed. */
export const updateWebhookBody = z.object({
  url: url.optional(),
  events: events.optional(),
  is_active: z
    .boolean()
    .optional()
    .describe('Whether events are sent; true resumes held deliveries'),
})

export const webhook = z
  .object({
    id: z.number().int().describe('Id of the webhook'),
    url: z.string().describe('As given'),
    events: z.array(webhookEvent).describe('Events that are sent'),
    is_active: z.boolean().describe('Whether events are sent'),
    created_at: timestamp.describe('When it was created'),
  })
  .meta({ id: 'Webhook' })

const SECRET = 'The key that signs deliveries; only this response contains it'

/** The only record that contains the secret. */
export const createdWebhook = webhook.extend({ secret: z.string().describe(SECRET) })

export const webhookPage = pageOf(webhook)
export const listWebhooksQuery = z.strictObject(pageQuery)

export const webhookSecret = z.object({ secret: z.string().describe(SECRET) })

export const ROTATION_GRACE_DEFAULT_SECONDS = 86_400

export const rotateWebhookBody = z.object({
  grace_seconds: z
    .number()
    .int()
    .min(0)
    .max(86_400)
    .default(ROTATION_GRACE_DEFAULT_SECONDS)
    .describe('How long the old secret signs too'),
})

export const deletedRecord = z.object({
  id: z.number().int().describe('Id of the record'),
  deleted: z.literal(true).describe('Always true'),
})

export type CreateWebhookBody = z.infer<typeof createWebhookBody>
export type UpdateWebhookBody = z.infer<typeof updateWebhookBody>
export type WebhookWire = z.infer<typeof webhook>
