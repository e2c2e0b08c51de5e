import { z } from 'zod'
import { installId } from './attribution.js'
import { countedPageOf, formatQuery, optionalNumber, pageOf, pageQuery } from './pagination.js'
import { queryId } from './query-id.js'
import { queryFlag } from './stats.js'
import { cleanText } from './text.js'
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
  state: deliveryState.optional().describe('Only deliveries in this state'),
  since: moment.optional().describe('Created at or after this time'),
  until: moment.optional().describe('Created before this time'),
  ...pageQuery,
})

const errorClass = z.enum([
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

/** Several states, `failed,retrying`. */
const states = z
  .string()
  .max(200, 'must be states such as failed,retrying')
  .transform((text) => text.split(','))
  .pipe(z.array(deliveryState))

/** GET /api/deliveries: all given filters must match. */
export const listProjectDeliveriesQuery = z.strictObject({
  state: states
    .optional()
    .describe('One state, or several with commas between them')
    .meta({ type: 'string', example: 'failed,retrying' }),
  webhook_id: queryId('a webhook').describe('Only deliveries of this webhook, also a deleted one'),
  event: cleanText(1, 64).optional().describe('Name of the event'),
  status_code: optionalNumber(100, 599, 'Status of the last attempt'),
  error_class: errorClass
    .optional()
    .describe('Kind of failure of the last attempt; finds none that has succeeded before'),
  link: cleanText(1, 64).optional().describe('Code of the attribution’s link'),
  campaign: queryId('a campaign').describe('Id of the attribution’s campaign'),
  install_id: installId.optional().describe('The id that the app sent'),
  test: queryFlag.describe('Only tests, or only others'),
  from: moment.optional().describe('Created at or after this time'),
  to: moment.optional().describe('Created before this time'),
  ...formatQuery,
  ...pageQuery,
})

export type ListProjectDeliveriesQuery = z.output<typeof listProjectDeliveriesQuery>

const trigger = z
  .enum(['auto', 'resend', 'replay', 'test'])
  .describe('What caused it: the event, a resend, a replay or a test')

export const delivery = z
  .object({
    id: z.uuid().describe('Id of the delivery, sent as `webhook-id`'),
    webhook_id: z.number().int().describe('Id of the webhook'),
    event_id: z.uuid().describe('Id of the event, the same for every webhook'),
    event: z.string().describe('Name of the event').meta({ example: 'install_attributed' }),
    state: deliveryState.describe('What has become of it so far'),
    trigger,
    attempts_made: z.number().int().describe('Number of attempts so far'),
    next_attempt_at: timestamp.nullable().describe('When it is attempted next; null if it is not'),
    created_at: timestamp.describe('When it was created'),
    completed_at: timestamp.nullable().describe('When it reached its final state'),
    is_test: z.boolean().describe('Whether it belongs to a test'),
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

/** In the list of a project. */
export const listedDelivery = delivery
  .extend({
    last_status_code: z.number().int().nullable().describe('Status of the last attempt, if any'),
    last_error_class: errorClass.nullable().describe('Kind of failure of the last attempt'),
    last_error: z.string().nullable().describe('The failure of the last attempt in words'),
  })
  .meta({ id: 'ListedDelivery' })

export type ListedDeliveryWire = z.infer<typeof listedDelivery>

export const projectDeliveryPage = countedPageOf(listedDelivery)

export const deliveryAttempt = z
  .object({
    number: z.number().int().describe('1 to 4, then the manual ones'),
    trigger,
    started_at: timestamp.describe('When the request began'),
    duration_ms: z.number().int().describe('How long it took'),
    outcome: z.enum(['succeeded', 'failed']).describe('Succeeded with a 2xx in time'),
    status_code: z.number().int().nullable().describe('The receiver’s status, if it answered'),
    error_class: errorClass.nullable().describe('Kind of failure; null for a success'),
    error: z.string().nullable().describe('The failure in words'),
    response_body: z.string().nullable().describe('The beginning of the receiver’s answer'),
    url: z.string().describe('The URL that was called'),
    address: z.string().nullable().describe('The IP address that was called'),
    request_id: z
      .string()
      .nullable()
      .describe('X-Request-Id of the API request that caused the attempt; null if unknown'),
  })
  .meta({ id: 'DeliveryAttempt' })

export const deliveryWithAttempts = delivery.extend({
  payload: z.string().describe('The exact bytes of the body, as text'),
  attempts: z.array(deliveryAttempt).describe('Oldest first'),
})

export const resendBody = z.object({
  retries: z
    .boolean()
    .default(false)
    .describe('Whether a fresh schedule of up to four attempts starts, instead of one attempt'),
})

const replayState = z.enum(
  ['failed', 'skipped', 'succeeded', 'all'],
  'must be failed, skipped, succeeded or all',
)

/** POST /api/webhooks/{id}/replay; the default state is failed and skipped. */
export const replayBody = z
  .object({
    since: moment.describe('Deliveries created at or after this time'),
    until: moment
      .optional()
      .describe('Deliveries created before this time; required with `succeeded` and `all`'),
    state: replayState.optional().describe('Which deliveries; default: failed and skipped ones'),
    dry_run: z.boolean().default(false).describe('Whether deliveries are only counted'),
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
    .object({
      failed: count.describe('Failed deliveries'),
      skipped: count.describe('Skipped deliveries'),
      succeeded: count.describe('Succeeded deliveries'),
      canceled: count.describe('Canceled deliveries, which are never sent'),
    })
    .describe(
      'Count by state; 0 for states not requested. Canceled deliveries are counted but never sent',
    ),
}

export const replayStarted = z.object({
  id: count.nullable().describe('Id of the replay; null for a dry run'),
  ...replayCounts,
  hint: z
    .string()
    .optional()
    .describe('Only if `count` is 0: what the range contains instead, and what to send'),
})

export const replay = z
  .object({
    id: count.describe('Id of the replay'),
    webhook_id: count.describe('Id of the webhook'),
    status: z.enum(['running', 'finished', 'canceled']).describe('Finished when no delivery waits'),
    state: replayState.nullable().describe('The requested state'),
    since: timestamp.describe('Start of the range, inclusive'),
    until: timestamp.describe('End of the range, exclusive'),
    ...replayCounts,
    progress: z
      .object({
        waiting: count.describe('Not attempted yet, or between two attempts'),
        succeeded: count.describe('Succeeded since the replay began'),
        failed: count.describe('Failed again'),
        not_sent: count.describe('Canceled, skipped, or resent individually in the meantime'),
      })
      .describe('Deliveries of the replay by what has become of them'),
    created_at: timestamp.describe('When it was requested'),
    canceled_at: timestamp.nullable().describe('When it was canceled, if it was'),
  })
  .meta({ id: 'Replay' })

export const testDelivery = z.object({
  delivery_id: z.uuid().describe('Id of the delivery, for GET /api/deliveries/{id}'),
})

export type ReplayWire = z.infer<typeof replay>
export type DeliveryWire = z.infer<typeof delivery>
export type DeliveryAttemptWire = z.infer<typeof deliveryAttempt>
