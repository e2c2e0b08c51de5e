import { z } from 'zod'
import { attributionPayload, installId, matchType, platform } from './attribution.js'
import { deliveryState } from './delivery.js'
import { pageOf, pageQuery } from './pagination.js'
import { queryId } from './query-id.js'
import { cleanText } from './text.js'
import { moment, timestamp } from './timestamp.js'

/** GET /api/attributions: filters that are given hold together. */
export const listAttributionsQuery = z.strictObject({
  code: cleanText(1, 64).optional().describe('Of one link'),
  campaign_id: queryId('a campaign').describe('Of the campaign that the link had at the match'),
  match_type: matchType.optional(),
  platform: platform.optional(),
  from: moment.optional().describe('Attributed then or later'),
  to: moment.optional().describe('Attributed before then'),
  install_id: installId.optional(),
  event_id: z
    .guid('must be a UUID: X-Service-Event-Id of a delivery')
    .optional()
    .describe('That made the event, as X-Service-Event-Id names it'),
  ...pageQuery,
})

export type ListAttributionsQuery = z.output<typeof listAttributionsQuery>

/** An attribution with the very payload that the webhooks were sent. */
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
    payload: attributionPayload.describe('Frozen: as it was sent, whatever was renamed since'),
  })
  .meta({ id: 'Attribution' })

export type AttributionWire = z.infer<typeof attribution>

export const attributionPage = pageOf(attribution)

const attributionDelivery = z.object({
  id: z.uuid(),
  webhook_id: z.number().int(),
  state: deliveryState,
})

/** GET /api/attributions/{id}. */
export const attributionWithDeliveries = attribution.extend({
  deliveries: z
    .array(attributionDelivery)
    .describe('One for each webhook that was told; none once they are past their retention'),
})

export type AttributionWithDeliveriesWire = z.infer<typeof attributionWithDeliveries>

const adPayload = z
  .object({
    network: z.enum(['meta', 'google', 'tiktok', 'x', 'linkedin']),
    api: z.string().describe('The server API of the network that takes the fields').meta({
      example: 'Conversions API',
    }),
    click_id_name: z.string().meta({ example: 'fbclid' }),
    click_id: z.string().describe('Byte for byte as it came').meta({ example: 'IwAR2F4dbP0l7M' }),
    fields: z
      .record(z.string(), z.unknown())
      .describe('To be put into the event as they are; name, value and account are yours')
      .meta({
        example: {
          action_source: 'app',
          user_data: { fbc: 'fb.1.1772357400000.IwAR2F4dbP0l7M' },
        },
      }),
    event_time: z
      .record(z.string(), z.union([z.string(), z.number()]))
      .describe('The moment of the attribution as this API writes times; a later event has its own')
      .meta({ example: { event_time: 1772357400 } }),
    first_seen_at: timestamp.describe('When the click id came: that browser’s first sight of it'),
    expires_at: timestamp.describe('From then on the network no longer counts the click'),
    is_expired: z.boolean(),
  })
  .meta({ id: 'AdPayload' })

export type AdPayloadWire = z.infer<typeof adPayload>

/** GET /api/attributions/{id}/ad-payloads: one entry for each network whose click id the payload carries. */
export const adPayloads = z.object({ data: z.array(adPayload) })
