import type { AttributionWire } from '@throughline/contracts/attributions'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { AttributionRow } from '@throughline/db/attribution/attributions'

type Payload = AttributionWire['payload']

/** An attribution as lists show it. */
export function presentAttribution(row: AttributionRow): AttributionWire {
  const payload = readPayload(row)
  return {
    id: row.id,
    install_id: row.installId,
    // Platform and type are written from the same lists.
    platform: row.platform as AttributionWire['platform'],
    match_type: row.matchType as AttributionWire['match_type'],
    confidence: row.confidence,
    code: payload.dyna_code,
    link_id: row.linkId,
    campaign_id: row.campaignId,
    attributed_at: formatTimestamp(row.attributedAt),
    payload,
  }
}

/** The frozen payload; its text is `buildAttributionPayload`'s. */
export function readPayload({ payload }: Pick<AttributionRow, 'payload'>): Payload {
  return JSON.parse(payload) as Payload
}
