import { uuidV7Time } from '@throughline/core/ids'
import { bytesArray, plainArray, textArray } from './deliveries/array-literal.js'

/** A click as its request told it; texts must be free of NUL and lone surrogates. */
export interface NewClick {
  /**
   * UUIDv7 made at the tap, so that a click whose commit is unknown can be written again, and one that had to wait
   * counts for the quarter of an hour in which it happened.
   */
  id: string
  projectId: string
  linkId: number
  /** The campaign that the link has at the tap. */
  campaignId: number | null
  source: string
  platform: string
  osVersion: string | null
  deviceModel: string | null
  ipHash: Uint8Array | null
  ipPrefixHash: Uint8Array | null
  /** Who taps which link, under the day's salt; null where nobody can be told from others: never unique. */
  visitorHash: Uint8Array | null
  userAgent: string | null
  referer: string | null
  /** Two letters A–Z (ISO 3166-1), or null. */
  country: string | null
  /** Click ids and UTM of the query; only those present. */
  params: Record<string, string>
  /** Unix seconds. */
  fbclidCapturedAt: number | null
  /** Why the click does not count, or null. */
  uncountedReason: string | null
}

/** The statement's parameters: a column each. */
export function toColumns(clicks: NewClick[]): string[] {
  return [
    plainArray(clicks.map((c) => c.id)),
    plainArray(clicks.map((c) => c.projectId)),
    plainArray(clicks.map((c) => c.linkId)),
    plainArray(clicks.map((c) => c.campaignId)),
    textArray(clicks.map((c) => c.source)),
    textArray(clicks.map((c) => c.platform)),
    textArray(clicks.map((c) => c.osVersion)),
    textArray(clicks.map((c) => c.deviceModel)),
    bytesArray(clicks.map((c) => c.ipHash)),
    bytesArray(clicks.map((c) => c.ipPrefixHash)),
    textArray(clicks.map((c) => c.userAgent)),
    textArray(clicks.map((c) => c.referer)),
    textArray(clicks.map((c) => c.country)),
    textArray(clicks.map((c) => JSON.stringify(c.params))),
    plainArray(clicks.map((c) => c.fbclidCapturedAt)),
    textArray(clicks.map((c) => c.uncountedReason)),
    plainArray(clicks.map((c) => uuidV7Time(c.id).getTime())),
    bytesArray(firstVisitors(clicks)),
  ]
}

/**
 * The visitor of each click that may be its visitor's first: a counted one, and the first in this batch. A hash is over
 * the link and the day too, so that no two that are left are the same and each tells its place.
 */
function firstVisitors(clicks: NewClick[]): (Uint8Array | null)[] {
  const seen = new Set<string>()
  return clicks.map(({ visitorHash, uncountedReason }) => {
    if (visitorHash === null || uncountedReason !== null) return null
    const key = Buffer.from(visitorHash).toString('latin1')
    if (seen.has(key)) return null
    seen.add(key)
    return visitorHash
  })
}

/** Its first part: the rows, and who was seen for the first time; `written` and `firsts` have their places. */
export const WRITE_ROWS = `
WITH inserted AS (
  INSERT INTO clicks (id, project_id, link_id, campaign_id, source, platform, os_version, device_model, ip_hash,
                      ip_prefix_hash, user_agent, referer, country, params, fbclid_captured_at, uncounted_reason, created_at)
  SELECT c.id, c.project_id, c.link_id, c.campaign_id, c.source, c.platform, c.os_version, c.device_model, c.ip_hash,
         c.ip_prefix_hash, c.user_agent, c.referer, c.country, c.params, c.fbclid_captured_at, c.uncounted_reason,
         least(now(), to_timestamp(c.at_ms / 1000.0))
    FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $4::integer[], $5::text[], $6::text[], $7::text[], $8::text[],
                $9::bytea[], $10::bytea[], $11::text[], $12::text[], $13::text[], $14::jsonb[], $15::bigint[],
                $16::text[], $17::bigint[])
      AS c(id, project_id, link_id, campaign_id, source, platform, os_version, device_model, ip_hash, ip_prefix_hash,
           user_agent, referer, country, params, fbclid_captured_at, uncounted_reason, at_ms)
  ON CONFLICT DO NOTHING
  RETURNING id, uncounted_reason
), written AS MATERIALIZED (
  SELECT array_position($1::uuid[], id) AS n, uncounted_reason IS NULL AS is_counted FROM inserted
), seen AS (
  INSERT INTO unique_visitors (link_id, day, visitor_hash)
  SELECT ($3::integer[])[n], (to_timestamp(($17::bigint[])[n] / 1000) AT TIME ZONE 'UTC')::date, ($18::bytea[])[n]
    FROM written
   WHERE is_counted AND ($18::bytea[])[n] IS NOT NULL
   ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING
  RETURNING visitor_hash
), firsts AS MATERIALIZED (
  SELECT array_position($18::bytea[], visitor_hash) AS n FROM seen
)`

/**
 * What is known of a click that was written is looked up by its place in the parameters: a join of what was written
 * with what was given would compare each with each. The clock of whoever made the id may be ahead of the database's;
 * a click of the future would be found by nobody.
 */
export const INSERT_CLICKS = `
${WRITE_ROWS}, taps AS MATERIALIZED (
  SELECT ($3::integer[])[n] AS link_id, ($4::integer[])[n] AS campaign_id, ($2::uuid[])[n] AS project_id,
         to_timestamp(($17::bigint[])[n] / 900000 * 900) AS quarter,
         count(*) FILTER (WHERE is_tap) AS clicks, count(*) FILTER (WHERE NOT is_tap) AS uniques
    FROM (SELECT n, true AS is_tap FROM written WHERE is_counted
          UNION ALL
          SELECT n, false FROM firsts) AS t
   GROUP BY 1, 2, 3, 4
), by_link AS (
  INSERT INTO link_clicks AS r (link_id, quarter, project_id, clicks, uniques)
  SELECT link_id, quarter, project_id, sum(clicks), sum(uniques) FROM taps GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (link_id, quarter) DO UPDATE
     SET clicks = r.clicks + EXCLUDED.clicks, uniques = r.uniques + EXCLUDED.uniques
), by_campaign AS (
  INSERT INTO campaign_clicks AS r (campaign_id, quarter, project_id, clicks, uniques)
  SELECT campaign_id, quarter, project_id, sum(clicks), sum(uniques)
    FROM taps WHERE campaign_id IS NOT NULL GROUP BY 1, 2, 3 ORDER BY 1, 2
  ON CONFLICT (campaign_id, quarter) DO UPDATE
     SET clicks = r.clicks + EXCLUDED.clicks, uniques = r.uniques + EXCLUDED.uniques
), raised AS (
  UPDATE links l SET clicked_count = l.clicked_count + t.clicks
    FROM (SELECT link_id, sum(clicks)::bigint AS clicks FROM taps GROUP BY link_id ORDER BY link_id OFFSET 0) AS t
   WHERE l.id = t.link_id
)
SELECT (SELECT array_agg(n) FROM written) AS written, (SELECT array_agg(n) FROM firsts) AS firsts`
