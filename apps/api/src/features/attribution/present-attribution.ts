import type { AttributionWire, AdPayloadWire } from '@throughline/contracts/attributions'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { AttributionRow } from '@throughline/db/attribution/attributions'
import type { AdPayload } from '@throughline/core/webhooks/ad-payloads'

type Payload = AttributionWire['payload']

export function presentAttribution(row: AttributionRow): AttributionWire {
  const payload = readPayload(row)
  return {
    id: row.id,
    install_id: row.installId,
    // The values of platform and type come from the same lists.
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

/** The frozen payload as written by `buildAttributionPayload`. */
export function readPayload({ payload }: Pick<AttributionRow, 'payload'>): Payload {
  return JSON.parse(payload) as Payload
}

/** `fields` and `event_time` keep the network's own names. */
export function presentAdPayload(payload: AdPayload): AdPayloadWire {
  return {
    network: payload.network,
    api: payload.api,
    click_id_name: payload.clickIdName,
    click_id: payload.clickId,
    fields: payload.fields,
    event_time: payload.eventTime,
    first_seen_at: formatTimestamp(payload.firstSeenAt),
    expires_at: formatTimestamp(payload.expiresAt),
    is_expired: payload.isExpired,
  }
}
