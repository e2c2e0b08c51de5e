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
  name: cleanText(1, 255).nullish().describe('Name of the webhook'),
  description: cleanText(1, 1_000).nullish().describe('Internal description of the webhook'),
}

export const createWebhookBody = z.object({
  url,
  events,
  is_active: z.boolean().default(true).describe('Whether events are sent'),
  ...texts,
})

/** PUT /api/webhooks/{id}: a missing key keeps its value; only name and description accept null, which clears them. */
export const updateWebhookBody = z.object({
  url: url.optional(),
  events: events.optional(),
  is_active: z
    .boolean()
    .optional()
    .describe('Whether events are sent; `true` also resumes held deliveries'),
  ...texts,
})

/** POST /api/webhooks/check-url. */
export const checkUrlBody = z.object({ url })

export const checkedUrl = z
  .object({
    ok: z.boolean().describe('Whether a webhook may use this URL'),
    reason: z
      .string()
      .nullable()
      .describe('Why the URL is rejected; null if it is accepted')
      .meta({ example: null }),
  })
  .meta({ id: 'CheckedUrl' })

const basics = {
  id: z.number().int().describe('Id of the webhook'),
  url: z.string().describe('URL to which events are sent'),
  events: z.array(webhookEvent).describe('Events that the webhook receives'),
  is_active: z.boolean().describe('Whether events are sent'),
}
const createdAt = timestamp.describe('When the webhook was created')

const verification = z
  .object({
    delivery_id: z.uuid().describe('Id of the delivery with the right signature'),
    result: z
      .enum(['waiting', 'verified', 'accepts_wrong_signature', 'no_response'])
      .describe(
        '`waiting` until the delivery has succeeded; then what the receiver did with a wrong signature: rejected it (`verified`), accepted it, or did not respond',
      )
      .meta({ example: 'verified' }),
    wrong_signature_status: z
      .number()
      .int()
      .nullable()
      .describe('Status that the receiver returned to the wrong signature; null without a response')
      .meta({ example: 401 }),
    checked_at: timestamp
      .nullable()
      .describe('When the receiver handled the wrong signature; null before'),
  })
  .meta({ id: 'WebhookVerification' })

export const webhook = z
  .object({
    ...basics,
    name: z.string().nullable().describe('Name of the webhook'),
    description: z.string().nullable().describe('Internal description of the webhook'),
    verified_at: timestamp
      .nullable()
      .describe(
        'When the receiver accepted a right signature and rejected a wrong one; null if it did not, or since the URL or the secret has changed',
      ),
    verification: verification
      .nullable()
      .describe('The last verification; null since the URL or the secret has changed'),
    grace_ends_at: timestamp
      .nullable()
      .describe('Until when the former secret also signs; null if only the current one does'),
    created_at: createdAt,
    version: z.number().int().describe('Increases with every change; send it as `If-Match: "4"`'),
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
    succeeded: count.describe('Number of attempts in the last 24 hours that succeeded'),
    failed_attempts: count.describe(
      'Number of attempts in the last 24 hours that failed; most of them are retried',
    ),
    success_rate: z
      .number()
      .nullable()
      .describe('`succeeded` divided by the number of attempts; null without attempts')
      .meta({ example: 0.995 }),
    p95_ms: count
      .nullable()
      .describe(
        '95th percentile of the duration of attempts, an upper bound within 20 % of the exact value; null without attempts',
      ),
    oldest_due_at: timestamp
      .nullable()
      .describe('When the oldest waiting delivery became due; null if no delivery is waiting'),
    last_error: z
      .object({
        delivery_id: z.uuid().describe('Id of the delivery'),
        at: timestamp.describe('When the attempt began'),
        status_code: z
          .number()
          .int()
          .nullable()
          .describe('Status that the receiver returned; null without a response'),
        error_class: z
          .string()
          .nullable()
          .describe('Kind of failure of the attempt')
          .meta({ example: 'timeout' }),
        error: z.string().nullable().describe('Error message of the attempt'),
      })
      .nullable()
      .describe(
        'The last failed attempt of the newest 200 deliveries, including tests; null if none failed',
      ),
  })
  .describe('Health of the webhook. Attempts are counted 2 to 3 minutes late, excluding tests')
  .meta({ id: 'WebhookHealth' })

export const listedWebhook = webhook
  .extend({ health: health.describe('Recent delivery results of the webhook') })
  .meta({ id: 'ListedWebhook' })

const sampleRequest = z
  .object({
    webhook_id: z.number().int().describe('Id of the webhook'),
    received_at: timestamp.describe('When the request arrived'),
    delivery_id: z
      .string()
      .nullable()
      .describe('`webhook-id` of the request; of a wrong signature, no delivery has it'),
    event: z.string().nullable().describe('`X-Service-Event` of the request'),
    trigger: z.string().nullable().describe('`X-Service-Trigger` of the request'),
    is_test: z.boolean().describe('Whether the request has `X-Service-Test: true`'),
    status: z.number().int().describe('Status that the receiver returned: 200 or 401'),
    problem: z
      .string()
      .nullable()
      .describe('Why the signature was rejected; null if it is right')
      .meta({ example: null }),
    payload: z.string().describe('Body of the request'),
  })
  .meta({ id: 'SampleRequest' })

/** GET /api/sample-receiver. */
export const sampleReceiver = z.object({
  url: z
    .string()
    .nullable()
    .describe('URL for a webhook; null if there is no sample receiver, as in production')
    .meta({ example: 'http://localhost:3003/' }),
  data: z
    .array(sampleRequest)
    .describe('The newest 50 requests of the project since the start, newest first'),
})

export type SampleRequestWire = z.infer<typeof sampleRequest>

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
    .describe('How long the old secret also signs deliveries, in seconds'),
})

export const deletedRecord = z.object({
  id: z.number().int().describe('Id of the record'),
  deleted: z.literal(true).describe('Always true'),
})

export type CreateWebhookBody = z.infer<typeof createWebhookBody>
export type UpdateWebhookBody = z.infer<typeof updateWebhookBody>
export type WebhookWire = z.infer<typeof webhook>
export type ListedWebhookWire = z.infer<typeof listedWebhook>
