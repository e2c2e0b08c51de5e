import { z } from 'zod'
import { attributionPayload, installId, matchType, platform } from './attribution.js'
import { deliveryState } from './delivery.js'
import { pageOf, pageQuery } from './pagination.js'
import { queryId } from './query-id.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'

/** GET /api/attributions: all given filters must match. */
export const listAttributionsQuery = z.strictObject({
  code: cleanText(1, 64).optional().describe('Code of the link'),
  campaign_id: queryId('a campaign').describe('Id of the link’s campaign at the time of the match'),
  match_type: matchType.optional(),
  platform: platform.optional(),
  from: moment.optional().describe('Attributed at or after this time'),
  to: moment.optional().describe('Attributed before this time'),
  install_id: installId.optional(),
  event_id: z
    .guid('must be a UUID: X-Service-Event-Id of a delivery')
    .optional()
    .describe('Id of the event, as in X-Service-Event-Id'),
  ...pageQuery,
})

export type ListAttributionsQuery = z.output<typeof listAttributionsQuery>

export const attribution = z
  .object({
    id: z.uuid(),
    install_id: z.uuid(),
    platform,
    match_type: matchType,
    confidence: z.number().min(0).max(1).meta({ example: 0.9 }),
    code: z.string().meta({ example: 'SPRING7' }),
    link_id: z.number().int(),
    campaign_id: z.number().int().nullable(),
    attributed_at: timestamp.meta({ example: '2026-03-01T09:30:00.123000Z' }),
    payload: attributionPayload.describe('As sent; later changes of names do not affect it'),
  })
  .meta({ id: 'Attribution' })

export type AttributionWire = z.infer<typeof attribution>

export const attributionPage = pageOf(attribution)

const attributionDelivery = z.object({
  id: z.uuid(),
  webhook_id: z.number().int(),
  state: deliveryState,
})

export const attributionWithDeliveries = attribution.extend({
  deliveries: z
    .array(attributionDelivery)
    .describe('One per subscribed webhook; empty after their retention period'),
})

export type AttributionWithDeliveriesWire = z.infer<typeof attributionWithDeliveries>

const adPayload = z
  .object({
    network: z.enum(['meta', 'google', 'tiktok', 'x', 'linkedin']),
    api: z.string().describe('The network’s server API that accepts the fields').meta({
      example: 'Conversions API',
    }),
    click_id_name: z.string().meta({ example: 'fbclid' }),
    click_id: z.string().describe('Unchanged, byte for byte').meta({ example: 'IwAR2F4dbP0l7M' }),
    fields: z
      .record(z.string(), z.unknown())
      .describe('Add these to the event unchanged; name, value and account are yours')
      .meta({
        example: {
          action_source: 'app',
          user_data: { fbc: 'fb.1.1772357400000.IwAR2F4dbP0l7M' },
        },
      }),
    event_time: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('Time of the attribution in the format of this API; use a later event’s own time')
      .meta({ example: { event_time: 1772357400 } }),
    first_seen_at: timestamp.describe('When the browser first received the click id'),
    expires_at: timestamp.describe('The network stops counting the click at this time'),
    is_expired: z.boolean(),
  })
  .meta({ id: 'AdPayload' })

export type AdPayloadWire = z.infer<typeof adPayload>

export const adPayloads = z.object({ data: z.array(adPayload) })
