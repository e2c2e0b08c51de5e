import { bytesArray, plainArray, textArray } from '../batch/array-literal.js'

/** A click of a request. Texts must be free of NUL and lone surrogates. */
export interface NewClick {
  /** UUIDv7 made on arrival: a click may be written again, and counts for the time of its id. */
  id: string
  projectId: string
  linkId: number
  campaignId: number | null
  source: string
  platform: string
  osVersion: string | null
  deviceModel: string | null
  /** Hash of the address prefix that counts as the same address (docs/api-contract.md, "Addresses"). */
  ipPrefixHash: Uint8Array | null
  /** Hash of visitor and link, under the day's salt. Null if the visitor cannot be told from others: never unique. */
  visitorHash: Uint8Array | null
  userAgent: string | null
  referer: string | null
  /** Two letters A–Z (ISO 3166-1), or null. */
  country: string | null
  /** Click ids and UTM of the query; only those present. */
  params: Record<string, string>
  /** Unix seconds. */
  fbclidCapturedAt: number | null
  uncountedReason: string | null
  /** Its values by dimension (`formatProfile`). Clicks that the previous release spooled have none. */
  profile?: string
}

export function rowColumns(clicks: NewClick[]): string[] {
  return [
    plainArray(clicks.map((c) => c.id)),
    plainArray(clicks.map((c) => c.projectId)),
    plainArray(clicks.map((c) => c.linkId)),
    plainArray(clicks.map((c) => c.campaignId)),
    textArray(clicks.map((c) => c.source)),
    textArray(clicks.map((c) => c.platform)),
    textArray(clicks.map((c) => c.osVersion)),
    textArray(clicks.map((c) => c.deviceModel)),
    bytesArray(clicks.map((c) => c.ipPrefixHash)),
    textArray(clicks.map((c) => c.userAgent)),
    textArray(clicks.map((c) => c.referer)),
    textArray(clicks.map((c) => c.country)),
    textArray(clicks.map((c) => JSON.stringify(c.params))),
    plainArray(clicks.map((c) => c.fbclidCapturedAt)),
    textArray(clicks.map((c) => c.uncountedReason)),
    plainArray(clicks.map(clickTimeMs)),
  ]
}

/** The time of the click, in milliseconds since 1970. NaN if the id is no UUIDv7, which PostgreSQL rejects. */
export function clickTimeMs({ id }: Pick<NewClick, 'id'>): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
}

/** Writes rows of parameters 1 to 16. Limits click times to now(): queries would not find a click of a fast clock. */
export const INSERT_ROWS = `
  INSERT INTO clicks (id, project_id, link_id, campaign_id, source, platform, os_version, device_model, ip_prefix_hash,
                      user_agent, referer, country, params, fbclid_captured_at, uncounted_reason, created_at)
  SELECT c.id, c.project_id, c.link_id, c.campaign_id, c.source, c.platform, c.os_version, c.device_model,
         c.ip_prefix_hash, c.user_agent, c.referer, c.country, c.params, c.fbclid_captured_at, c.uncounted_reason,
         least(now(), to_timestamp(c.at_ms / 1000.0))
    FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::bytea[], $10::text[], $11::text[], $12::text[], $13::jsonb[], $14::bigint[], $15::text[],
                $16::bigint[])
      AS c(id, project_id, link_id, campaign_id, source, platform, os_version, device_model, ip_prefix_hash, user_agent,
           referer, country, params, fbclid_captured_at, uncounted_reason, at_ms)`

/** Sorts the clicks by id, so that two writers of the same clicks wait instead of deadlocking. */
export function inOrderOfId(clicks: NewClick[]): NewClick[] {
  const isInOrder = clicks.every((click, index) => {
    const before = clicks[index - 1]
    return before === undefined || before.id < click.id
  })
  return isInOrder ? clicks : [...clicks].sort((one, other) => (one.id < other.id ? -1 : 1))
}
