import type { AdPayloadWire } from '@throughline/contracts/attributions'
import type { AdPayload } from '@throughline/core/webhooks/ad-payloads'
import { formatTimestamp } from '@throughline/core/webhooks/payload'

/** What one network takes; `fields` and `event_time` keep the network's own names. */
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
