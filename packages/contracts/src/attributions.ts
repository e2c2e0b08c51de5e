import { z } from 'zod'
import { attributionPayload, installId, matchType, platform } from './attribution.js'
import { deliveryState } from './delivery.js'
import { countedPageOf, pageQuery } from './pagination.js'
import { queryId } from './query-id.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'

/** GET /api/attributions: all given filters must match. */
export const listAttributionsQuery = z.strictObject({
  code: cleanText(1, 64).optional().describe('Code of the link'),
  campaign_id: queryId('a campaign').describe('Id of the link’s campaign at the time of the match'),
  match_type: matchType.optional().describe('Only matches of this type'),
  platform: platform.optional().describe('Only installs on this operating system'),
  from: moment.optional().describe('Attributed at or after this time'),
  to: moment.optional().describe('Attributed before this time'),
  install_id: installId.optional().describe('The id that the app sent, as in X-Service-Install-Id'),
  event_id: z
    .guid('must be a UUID: X-Service-Event-Id of a delivery')
    .optional()
    .describe('Id of the event, as in X-Service-Event-Id'),
  ...pageQuery,
})

export type ListAttributionsQuery = z.output<typeof listAttributionsQuery>

export const attribution = z
  .object({
    id: z.uuid().describe('Id of the attribution'),
    install_id: z.uuid().describe('The id that the app sent'),
    platform: platform.describe('Operating system of the app'),
    match_type: matchType.describe('How the click was identified'),
    confidence: z
      .number()
      .min(0)
      .max(1)
      .describe('The measured share of correct matches of this type')
      .meta({ example: 0.9 }),
    code: z.string().describe('Code of the link').meta({ example: 'SPRING7' }),
    link_id: z.number().int().describe('Id of the link'),
    campaign_id: z
      .number()
      .int()
      .nullable()
      .describe('Id of the link’s campaign at the time of the match'),
    attributed_at: timestamp
      .describe('When the install was matched')
      .meta({ example: '2026-03-01T09:30:00.123000Z' }),
    payload: attributionPayload.describe(
      'The payload as sent; later name changes do not affect it',
    ),
  })
  .meta({ id: 'Attribution' })

export type AttributionWire = z.infer<typeof attribution>

export const attributionPage = countedPageOf(attribution)

const attributionDelivery = z.object({
  id: z.uuid().describe('Id of the delivery'),
  webhook_id: z.number().int().describe('Id of the webhook'),
  state: deliveryState.describe('Current state of the delivery'),
})

export const attributionWithDeliveries = attribution.extend({
  deliveries: z
    .array(attributionDelivery)
    .describe(
      'One delivery per subscribed webhook; empty after the retention period of deliveries',
    ),
})

export type AttributionWithDeliveriesWire = z.infer<typeof attributionWithDeliveries>

const adPayload = z
  .object({
    network: z.enum(['meta', 'google', 'tiktok', 'x', 'linkedin']).describe('The ad network'),
    api: z.string().describe('The network’s server API that accepts the fields').meta({
      example: 'Conversions API',
    }),
    click_id_name: z.string().describe('Name of the click id').meta({ example: 'fbclid' }),
    click_id: z.string().describe('The click id, unchanged').meta({ example: 'IwAR2F4dbP0l7M' }),
    fields: z
      .record(z.string(), z.unknown())
      .describe(
        'Fields to copy into the event unchanged; add your own event name, value and account',
      )
      .meta({
        example: {
          action_source: 'app',
          user_data: { fbc: 'fb.1.1772357400000.IwAR2F4dbP0l7M' },
        },
      }),
    event_time: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe(
        'Time of the attribution in the format of this API; for a later event, send the time of that event',
      )
      .meta({ example: { event_time: 1772357400 } }),
    first_seen_at: timestamp.describe('When the browser first received the click id'),
    expires_at: timestamp.describe('When the network stops attributing events to the click'),
    is_expired: z.boolean().describe('Whether `expires_at` has passed'),
  })
  .meta({ id: 'AdPayload' })

export type AdPayloadWire = z.infer<typeof adPayload>

export const adPayloads = z.object({
  data: z.array(adPayload).describe('One entry per received click id'),
})
