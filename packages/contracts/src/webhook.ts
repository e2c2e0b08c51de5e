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

const texts = {
  name: cleanText(1, 255).nullish().describe('What you call it'),
  description: cleanText(1, 1_000).nullish().describe('What it is for'),
}

export const createWebhookBody = z.object({
  url,
  events,
  is_active: z.boolean().default(true).describe('Whether events are sent'),
  ...texts,
})

/** PUT /api/webhooks/{id}: a missing key keeps its value; null clears name and description, and is no other value. */
export const updateWebhookBody = z.object({
  url: url.optional(),
  events: events.optional(),
  is_active: z
    .boolean()
    .optional()
    .describe('Whether events are sent; true resumes held deliveries'),
  ...texts,
})

/** POST /api/webhooks/check-url. */
export const checkUrlBody = z.object({ url })

export const checkedUrl = z
  .object({
    ok: z.boolean().describe('Whether a webhook may have this URL'),
    reason: z
      .string()
      .nullable()
      .describe('Why not, in words; null if it may')
      .meta({ example: null }),
  })
  .meta({ id: 'CheckedUrl' })

const basics = {
  id: z.number().int().describe('Id of the webhook'),
  url: z.string().describe('As given'),
  events: z.array(webhookEvent).describe('Events that are sent'),
  is_active: z.boolean().describe('Whether events are sent'),
}
const createdAt = timestamp.describe('When it was created')

export const webhook = z
  .object({
    ...basics,
    name: z.string().nullable().describe('What its owners call it'),
    description: z.string().nullable().describe('What it is for'),
    created_at: createdAt,
  })
  .meta({ id: 'Webhook' })

const SECRET = 'The key that signs deliveries; only this response contains it'

/** The only record that contains the secret. Its fields are fixed. */
export const createdWebhook = z.object({
  ...basics,
  secret: z.string().describe(SECRET),
  created_at: createdAt,
})

const count = z.number().int().min(0)

const health = z
  .object({
    succeeded: count.describe('Attempts of the last 24 hours that succeeded'),
    failed_attempts: count.describe('Those that failed; most are repeated'),
    success_rate: z
      .number()
      .nullable()
      .describe('`succeeded` divided by all attempts; null without attempts')
      .meta({ example: 0.995 }),
    p95_ms: count
      .nullable()
      .describe('95th percentile of their duration: an upper bound, exact to 20 %'),
    oldest_due_at: timestamp
      .nullable()
      .describe('Since when a delivery has been due without an attempt; null if none waits'),
    last_error: z
      .object({
        delivery_id: z.uuid().describe('Id of the delivery'),
        at: timestamp.describe('When the attempt began'),
        status_code: z.number().int().nullable().describe('The receiver’s status, if it answered'),
        error_class: z.string().nullable().describe('Kind of failure').meta({ example: 'timeout' }),
        error: z.string().nullable().describe('The failure in words'),
      })
      .nullable()
      .describe('The last failed attempt among the newest 200 deliveries, tests included'),
  })
  .describe('Attempts are counted 2 to 3 minutes late, without tests')
  .meta({ id: 'WebhookHealth' })

export const listedWebhook = webhook
  .extend({ health: health.describe('How its deliveries fare') })
  .meta({ id: 'ListedWebhook' })

export const webhookPage = pageOf(listedWebhook)
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
export type ListedWebhookWire = z.infer<typeof listedWebhook>
