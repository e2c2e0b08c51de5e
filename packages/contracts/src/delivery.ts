import { z } from 'zod'
import { pageOf, pageQuery } from './pagination.js'
import { moment, timestamp } from './timestamp.js'

export const deliveryState = z.enum([
  'pending',
  'delivering',
  'retrying',
  'succeeded',
  'failed',
  'held',
  'skipped',
  'canceled',
])

/** GET /api/webhooks/{id}/deliveries: `since` is inclusive, `until` is exclusive. */
export const listDeliveriesQuery = z.strictObject({
  state: deliveryState.optional(),
  since: moment.optional(),
  until: moment.optional(),
  ...pageQuery,
})

const trigger = z.enum(['auto', 'resend', 'replay', 'test'])

export const delivery = z
  .object({
    id: z.uuid(),
    webhook_id: z.number().int(),
    event_id: z.uuid(),
    event: z.string(),
    state: deliveryState,
    trigger,
    attempts_made: z.number().int(),
    next_attempt_at: timestamp.nullable(),
    created_at: timestamp,
    completed_at: timestamp.nullable(),
    is_test: z.boolean(),
    install_id: z
      .uuid()
      .nullable()
      .describe('The event’s install; null for a sample, or if unknown'),
    attribution_id: z
      .uuid()
      .nullable()
      .describe('The event’s attribution; queries do not find a test’s'),
  })
  .meta({ id: 'Delivery' })

export const deliveryPage = pageOf(delivery)

export const deliveryAttempt = z
  .object({
    number: z.number().int(),
    trigger,
    started_at: timestamp,
    duration_ms: z.number().int(),
    outcome: z.enum(['succeeded', 'failed']),
    status_code: z.number().int().nullable(),
    error_class: z
      .enum([
        'dns',
        'connect',
        'tls',
        'timeout',
        'reset',
        'redirect',
        'status',
        'blocked',
        'too_large',
      ])
      .nullable(),
    error: z.string().nullable(),
    response_body: z.string().nullable(),
    url: z.string(),
    address: z.string().nullable(),
    request_id: z
      .string()
      .nullable()
      .describe('X-Request-Id of the API request that caused the attempt; null if unknown'),
  })
  .meta({ id: 'DeliveryAttempt' })

export const deliveryWithAttempts = delivery.extend({
  payload: z.string(),
  attempts: z.array(deliveryAttempt),
})

export const resendBody = z.object({ retries: z.boolean().default(false) })

const replayState = z.enum(
  ['failed', 'skipped', 'succeeded', 'all'],
  'must be failed, skipped, succeeded or all',
)

/** POST /api/webhooks/{id}/replay; the default state is failed and skipped. */
export const replayBody = z
  .object({
    since: moment,
    until: moment.optional(),
    state: replayState.optional(),
    dry_run: z.boolean().default(false),
  })
  .refine((body) => body.until === undefined || body.until > body.since, {
    path: ['until'],
    message: 'must be after since',
  })
  .refine(
    ({ state, until }) =>
      until !== undefined || state === 'failed' || state === 'skipped' || state === undefined,
    {
      path: ['until'],
      message: 'is required with state succeeded or all',
    },
  )

const count = z.number().int()
const replayCounts = {
  count: count.describe('Number of deliveries that are sent again'),
  by_state: z
    .object({ failed: count, skipped: count, succeeded: count, canceled: count })
    .describe(
      'Count by state; 0 for states not requested. Canceled deliveries are counted but never sent',
    ),
}

export const replayStarted = z.object({
  id: count.nullable().describe('Id of the replay; null for a dry run'),
  ...replayCounts,
})

export const replay = z
  .object({
    id: count,
    webhook_id: count,
    status: z.enum(['running', 'finished', 'canceled']).describe('Finished when no delivery waits'),
    state: replayState.nullable().describe('The requested state'),
    since: timestamp,
    until: timestamp,
    ...replayCounts,
    progress: z.object({
      waiting: count.describe('Not attempted yet, or between two attempts'),
      succeeded: count,
      failed: count,
      not_sent: count.describe('Canceled, skipped, or resent individually in the meantime'),
    }),
    created_at: timestamp,
    canceled_at: timestamp.nullable(),
  })
  .meta({ id: 'Replay' })
export const testDelivery = z.object({ delivery_id: z.uuid() })

export type ReplayWire = z.infer<typeof replay>
export type DeliveryWire = z.infer<typeof delivery>
export type DeliveryAttemptWire = z.infer<typeof deliveryAttempt>
