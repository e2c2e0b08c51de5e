import type { ClickIds } from '../links/click-ids.js'
import type { UtmFields } from '../links/utm.js'

export type AttributionPayloadFields = {
  code: string
  clickIds: ClickIds
  /** Unix seconds when the browser first received `fbclid`. */
  fbclidCapturedAt: number | null
  campaignId: number | null
  campaignName: string | null
  utm: UtmFields
  attributedAt: Date
}

/** The payload's bytes (docs/api-contract.md, "Payload"), built once: every delivery and query sends the same ones. */
export function buildAttributionPayload(fields: AttributionPayloadFields): string {
  const { clickIds, utm } = fields
  return JSON.stringify({
    matched: true,
    dyna_code: fields.code,
    gclid: clickIds.gclid,
    gbraid: clickIds.gbraid,
    fbclid: clickIds.fbclid,
    fbclid_captured_at: fields.fbclidCapturedAt,
    ttclid: clickIds.ttclid,
    twclid: clickIds.twclid,
    li_fat_id: clickIds.li_fat_id,
    campaign_id: fields.campaignId,
    campaign_name: fields.campaignName,
    utm_source: utm.utm_source,
    utm_medium: utm.utm_medium,
    utm_campaign: utm.utm_campaign,
    utm_term: utm.utm_term,
    utm_content: utm.utm_content,
    attributed_at: formatSeconds(fields.attributedAt),
  })
}

/** `2026-03-01T09:30:00.123000Z`, the time format of all records. */
export function formatTimestamp(date: Date): string {
  return date.toISOString().replace('Z', '000Z')
}

/** `2026-03-01T09:30:00Z`, the format of `attributed_at`; fractions are truncated. */
export function formatSeconds(date: Date): string {
  return date.toISOString().replace(/\.\d{3}Z$/, 'Z')
}
