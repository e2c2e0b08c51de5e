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

/** States separated by commas, such as `failed,retrying`. */
const states = z
  .string()
  .max(200, 'must be states such as failed,retrying')
  .transform((text) => text.split(','))
  .pipe(z.array(deliveryState))

/** GET /api/deliveries: all given filters must match. */
export const listProjectDeliveriesQuery = z.strictObject({
  state: states
    .optional()
    .describe('One or more states, separated by commas')
    .meta({ type: 'string', example: 'failed,retrying' }),
  webhook_id: queryId('a webhook').describe(
    'Only deliveries of this webhook, even if it was deleted',
  ),
  event: cleanText(1, 64).optional().describe('Name of the event'),
  status_code: optionalNumber(100, 599, 'Status of the last attempt'),
  error_class: errorClass
    .optional()
    .describe('Kind of failure of the last attempt; deliveries that have succeeded are not found'),
  link: cleanText(1, 64)
    .optional()
    .describe('Code of the link to which the install was attributed'),
  campaign: queryId('a campaign').describe(
    'Id of the campaign to which the install was attributed',
  ),
  install_id: installId.optional().describe('The id that the app sent'),
  test: queryFlag.describe('With `true`, only tests; with `false`, only other deliveries'),
  from: moment.optional().describe('Created at or after this time'),
  to: moment.optional().describe('Created before this time'),
  ...formatQuery,
  ...pageQuery,
})

export type ListProjectDeliveriesQuery = z.output<typeof listProjectDeliveriesQuery>

const trigger = z
  .enum(['auto', 'resend', 'replay', 'test'])
  .describe('What caused the delivery or attempt: the event, a resend, a replay or a test')

export const delivery = z
  .object({
    id: z.uuid().describe('Id of the delivery, sent as `webhook-id`'),
    webhook_id: z.number().int().describe('Id of the webhook'),
    event_id: z.uuid().describe('Id of the event, the same for every webhook'),
    event: z.string().describe('Name of the event').meta({ example: 'install_attributed' }),
    state: deliveryState.describe('Current state of the delivery'),
    trigger,
    attempts_made: z.number().int().describe('Number of attempts so far'),
    next_attempt_at: timestamp
      .nullable()
      .describe('When the next attempt is due; null if no attempt is planned'),
    created_at: timestamp.describe('When the delivery was created'),
    completed_at: timestamp
      .nullable()
      .describe('When the delivery reached its final state; null before'),
    is_test: z.boolean().describe('Whether the delivery belongs to a test'),
    install_id: z
      .uuid()
      .nullable()
      .describe('Id of the event’s install; null for a sample, or if unknown'),
    attribution_id: z
      .uuid()
      .nullable()
      .describe('Id of the event’s attribution; the attribution of a test cannot be queried'),
  })
  .meta({ id: 'Delivery' })

export const deliveryPage = pageOf(delivery)

/** A delivery in the list of a project. */
export const listedDelivery = delivery
  .extend({
    last_status_code: z
      .number()
      .int()
      .nullable()
      .describe('Status of the last attempt; null without a response'),
    last_error_class: errorClass
      .nullable()
      .describe('Kind of failure of the last attempt; null without a failure'),
    last_error: z
      .string()
      .nullable()
      .describe('Error message of the last attempt; null without a failure'),
  })
  .meta({ id: 'ListedDelivery' })

export type ListedDeliveryWire = z.infer<typeof listedDelivery>

export const projectDeliveryPage = countedPageOf(listedDelivery)

export const deliveryAttempt = z
  .object({
    number: z.number().int().describe('Number of the attempt: 1 to 4, then manual attempts'),
    trigger,
    started_at: timestamp.describe('When the request began'),
    duration_ms: z.number().int().describe('Duration of the request in milliseconds'),
    outcome: z
      .enum(['succeeded', 'failed'])
      .describe('`succeeded` if the receiver returned a 2xx status in time'),
    status_code: z
      .number()
      .int()
      .nullable()
      .describe('Status that the receiver returned; null without a response'),
    error_class: errorClass.nullable().describe('Kind of failure; null for a success'),
    error: z.string().nullable().describe('Error message; null for a success'),
    response_body: z.string().nullable().describe('Beginning of the response body'),
    url: z.string().describe('URL of the request'),
    address: z
      .string()
      .nullable()
      .describe('IP address that received the request; null if no connection was made'),
    request_id: z
      .string()
      .nullable()
      .describe('X-Request-Id of the API request that caused the attempt; null if unknown'),
    request_headers: z
      .record(z.string(), z.string())
      .describe(
        'Headers of the request as sent, without `User-Agent`, `traceparent` and those of the connection such as `Host`',
      )
      .meta({ example: { 'Content-Type': 'application/json', 'X-Service-Attempt': '1' } }),
    signatures: z
      .enum(['included', 'not_permitted', 'secret_unknown', 'payload_erased'])
      .describe(
        'Whether `request_headers` has the signatures. They are computed again, which needs the ability `deliveries:write`, the secret of that time and the payload',
      ),
  })
  .meta({ id: 'DeliveryAttempt' })

export const deliveryWithAttempts = delivery.extend({
  payload: z.string().describe('The exact bytes of the body, as text'),
  attempts: z.array(deliveryAttempt).describe('Attempts, oldest first'),
})

export const resendBody = z.object({
  retries: z
    .boolean()
    .default(false)
    .describe('Whether to start a new schedule of up to four attempts instead of a single attempt'),
})

export const MAX_BULK_RESEND = 100

/** POST /api/deliveries/resend. */
export const resendManyBody = resendBody.extend({
  ids: z
    .array(z.uuid('must be the id of a delivery').toLowerCase())
    .min(1, 'must have at least one entry')
    .max(MAX_BULK_RESEND, `must have at most ${MAX_BULK_RESEND} entries`)
    .transform((given) => [...new Set(given)])
    .describe('Ids of the deliveries to send again'),
})

export const resentDeliveries = z.object({
  queued: z.number().int().describe('Number of deliveries that are sent again'),
  data: z
    .array(
      z.object({
        id: z.uuid().describe('Id of the delivery'),
        queued: z.boolean().describe('Whether the delivery is sent again'),
        code: z
          .string()
          .nullable()
          .describe('Why it is not, as an error code; null if it is')
          .meta({ example: null }),
        detail: z
          .string()
          .nullable()
          .describe('The same in words; null if it is sent again')
          .meta({ example: null }),
      }),
    )
    .describe('The result for each id, in the order of the request'),
})

export type ResentDeliveriesWire = z.infer<typeof resentDeliveries>

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
    state: replayState
      .optional()
      .describe('Which deliveries to send again; default: failed and skipped deliveries'),
    dry_run: z
      .boolean()
      .default(false)
      .describe('Whether to count the deliveries without sending them'),
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
  count: count.describe('Number of deliveries to send again'),
  by_state: z
    .object({
      failed: count.describe('Failed deliveries'),
      skipped: count.describe('Skipped deliveries'),
      succeeded: count.describe('Succeeded deliveries'),
      canceled: count.describe('Canceled deliveries; never sent again'),
    })
    .describe(
      'Count by state; 0 for states that were not requested. Canceled deliveries are counted but never sent again',
    ),
}

export const replayStarted = z.object({
  id: count.nullable().describe('Id of the replay; null for a dry run'),
  ...replayCounts,
  hint: z
    .string()
    .optional()
    .describe(
      'Only if `count` is 0: which deliveries the range contains, and which request finds them',
    ),
})

export const replay = z
  .object({
    id: count.describe('Id of the replay'),
    webhook_id: count.describe('Id of the webhook'),
    status: z
      .enum(['running', 'finished', 'canceled'])
      .describe('`finished` when no delivery is waiting'),
    state: replayState.nullable().describe('The requested state'),
    since: timestamp.describe('Start of the range, inclusive'),
    until: timestamp.describe('End of the range, exclusive'),
    ...replayCounts,
    progress: z
      .object({
        waiting: count.describe('Deliveries that wait for their first or next attempt'),
        succeeded: count.describe('Deliveries that succeeded since the replay began'),
        failed: count.describe('Deliveries that failed again'),
        not_sent: count.describe(
          'Deliveries that were canceled, skipped or resent individually since the replay began',
        ),
      })
      .describe('Deliveries of the replay by outcome'),
    created_at: timestamp.describe('When the replay was requested'),
    canceled_at: timestamp.nullable().describe('When the replay was canceled; null if it was not'),
  })
  .meta({ id: 'Replay' })

export const testDelivery = z.object({
  delivery_id: z.uuid().describe('Id of the delivery, for GET /api/deliveries/{id}'),
})

export type ReplayWire = z.infer<typeof replay>
export type DeliveryWire = z.infer<typeof delivery>
export type DeliveryAttemptWire = z.infer<typeof deliveryAttempt>
