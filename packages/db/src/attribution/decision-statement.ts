import { formatProfile } from '@throughline/core/links/click-profile'
import { bytesArray, plainArray, textArray } from '../batch/array-literal.js'
import { deliveriesOf } from '../deliveries/insert-deliveries.js'
import type { InstallKey } from './installs.js'
import type { ClickQuery } from './attributed-links.js'

/** A decided install. Texts must be free of NUL and lone surrogates. */
export interface NewDecision extends InstallKey {
  requestId?: string
  platform: string
  confidence: number
  reason: string | null
  linkId: number | null
  fingerprintHash: Uint8Array | null
  consent: boolean | null
  /** For `explain`. `link` is the text that a repeated call returns. */
  explanation: { link: string | null } & Record<string, unknown>
  /** Derived from the IP address of the report. */
  country?: string | null
  osVersion?: string | null
  sdkVersion?: string | null
  /** Its values by dimension (`formatProfile`): those of its click, otherwise its own. */
  profile?: string
  /** Click ids, UTM and `fbclid_captured_at` of the install referrer, or null. */
  referrer: Record<string, string> | null
  match: NewMatch | null
}

export interface NewMatch {
  matchType: string
  clickId: string
  supersededClickIds: string[]
  /** The data from which the payload was built. A click that has since been erased is not claimed. */
  click: ClickQuery
  attributionId: string
  eventId: string
  campaignId: number | null
  ipHash: Uint8Array | null
  /** JSON text. */
  payload: string
  /** The context of the install's span, kept with the event. */
  traceparent?: string | null
  /** The time in the payload, from the database's clock. */
  attributedAt: Date
}

/** The statement's parameters: one array per column, then the superseded clicks with the places of their decisions. */
export function toColumns(decisions: NewDecision[], eventType: string): string[] {
  const matches = decisions.map(({ match }) => match)
  const superseded = matches.flatMap((match, index) =>
    (match?.supersededClickIds ?? []).map((clickId) => ({ clickId, n: index + 1 })),
  )
  return [
    plainArray(decisions.map((d) => d.projectId)),
    plainArray(decisions.map((d) => d.installId)),
    textArray(decisions.map((d) => d.platform)),
    plainArray(decisions.map((d) => d.confidence)),
    textArray(decisions.map((d) => d.reason)),
    plainArray(decisions.map((d) => d.linkId)),
    bytesArray(decisions.map((d) => d.fingerprintHash)),
    plainArray(decisions.map((d) => d.consent)),
    textArray(decisions.map((d) => JSON.stringify(d.explanation))),
    textArray(matches.map((m) => m?.matchType ?? null)),
    plainArray(matches.map((m) => m?.clickId ?? null)),
    textArray(matches.map((m) => (m === null ? null : JSON.stringify(m.click.params)))),
    plainArray(matches.map((m) => m?.click.fbclidCapturedAt ?? null)),
    plainArray(matches.map((m) => m?.attributionId ?? null)),
    plainArray(matches.map((m) => m?.eventId ?? null)),
    plainArray(matches.map((m) => m?.campaignId ?? null)),
    bytesArray(matches.map((m) => m?.ipHash ?? null)),
    textArray(matches.map((m) => m?.payload ?? null)),
    plainArray(matches.map((m) => m?.attributedAt.toISOString() ?? null)),
    eventType,
    plainArray(superseded.map(({ clickId }) => clickId)),
    plainArray(superseded.map(({ n }) => n)),
    textArray(
      decisions.map(({ referrer }) => (referrer === null ? null : JSON.stringify(referrer))),
    ),
    textArray(decisions.map((d) => d.country ?? null)),
    textArray(decisions.map((d) => d.osVersion ?? null)),
    textArray(decisions.map((d) => d.sdkVersion ?? null)),
    textArray(decisions.map((d) => d.profile ?? formatProfile({ platform: d.platform }))),
    textArray(matches.map((m) => m?.traceparent ?? null)),
  ]
}

/** An erasure finds deliveries by the time of their attribution (`eraseDeliveries`). */
const MADE_WITHIN_SECONDS = 5

// `free` skips clicks that others have locked, and `claimable` such installs: no claim waits for another, or for an
// erasure. `install` inserts in the order of keys; a concurrent call of the same install waits there and writes
// nothing. All else follows from `decided`: no claim without its install, no install without its claim.
export const WRITE_DECISIONS = `
WITH input AS MATERIALIZED (
  SELECT *
    FROM unnest($1::uuid[], $2::uuid[], $3::text[], $4::real[], $5::text[], $6::integer[], $7::bytea[], $8::boolean[],
                $9::text[], $10::text[], $11::uuid[], $12::text[], $13::bigint[], $14::uuid[], $15::uuid[], $16::integer[],
                $17::bytea[], $18::text[], $19::timestamptz[], $23::text[], $24::text[], $25::text[], $26::text[],
                $27::text[], $28::text[])
         WITH ORDINALITY AS a(project_id, install_id, platform, confidence, reason, link_id, fingerprint_hash, consent,
                trace, match_type, click_id, params, fbclid_captured_at, attribution_id, event_id, campaign_id,
                ip_hash, payload, attributed_at, referrer, country, os_version, sdk_version, profile, traceparent, n)
), free AS MATERIALIZED (
  SELECT a.n
    FROM input a
   CROSS JOIN LATERAL (
     SELECT c.id FROM clicks c
      WHERE c.id = a.click_id AND c.project_id IS NOT DISTINCT FROM a.project_id AND c.consumed_at IS NULL
        AND c.params = a.params::jsonb AND c.fbclid_captured_at IS NOT DISTINCT FROM a.fbclid_captured_at
      LIMIT 1
        FOR UPDATE SKIP LOCKED) c
   WHERE a.attributed_at > clock_timestamp() - interval '${MADE_WITHIN_SECONDS} seconds'
), claimable AS MATERIALIZED (
  SELECT a.n
    FROM input a
    LEFT JOIN LATERAL (
      SELECT true AS is_known FROM installs i
       WHERE i.project_id = a.project_id AND i.install_id BETWEEN a.install_id AND a.install_id
       ORDER BY i.install_id LIMIT 1) k ON true
    LEFT JOIN LATERAL (
      SELECT true AS is_waiting FROM installs i
       WHERE i.project_id = a.project_id AND i.install_id BETWEEN a.install_id AND a.install_id
         AND i.reason = 'consent_missing'
       ORDER BY i.install_id LIMIT 1
         FOR UPDATE SKIP LOCKED) w ON true
   WHERE k.is_known IS NULL OR w.is_waiting
), install AS (
  INSERT INTO installs (project_id, install_id, platform, is_matched, match_type, confidence, reason, click_id, link_id,
                        attribution_id, fingerprint_hash, consent, trace, referrer, country, os_version, sdk_version)
  SELECT a.project_id, a.install_id, a.platform, a.click_id IS NOT NULL, a.match_type, a.confidence, a.reason, a.click_id,
         a.link_id, a.attribution_id, a.fingerprint_hash, a.consent, a.trace::jsonb, a.referrer::jsonb,
         a.country, a.os_version, a.sdk_version
    FROM input a
   WHERE a.n = ANY (ARRAY(SELECT n FROM claimable))
     AND (a.click_id IS NULL OR a.n = ANY (ARRAY(SELECT n FROM free)))
   ORDER BY a.project_id, a.install_id
  ON CONFLICT (project_id, install_id) DO UPDATE
     SET platform = excluded.platform, is_matched = excluded.is_matched, match_type = excluded.match_type,
         confidence = excluded.confidence, reason = excluded.reason, click_id = excluded.click_id,
         link_id = excluded.link_id, attribution_id = excluded.attribution_id,
         fingerprint_hash = excluded.fingerprint_hash, consent = excluded.consent, trace = excluded.trace,
         referrer = excluded.referrer, country = excluded.country, os_version = excluded.os_version,
         sdk_version = excluded.sdk_version,
         decided_at = now()
   WHERE installs.reason = 'consent_missing'
  RETURNING install_id
), decided AS MATERIALIZED (
  SELECT * FROM input WHERE install_id = ANY (ARRAY(SELECT install_id FROM install))
), superseded AS MATERIALIZED (
  SELECT c.id, c.project_id, w.install_id, w.attributed_at
    FROM unnest($21::uuid[], $22::bigint[]) AS s(id, n)
    JOIN decided w ON w.n = s.n
   CROSS JOIN LATERAL (
     SELECT c.id, c.project_id FROM clicks c
      WHERE c.id = s.id AND c.project_id IS NOT DISTINCT FROM w.project_id AND c.consumed_at IS NULL
      LIMIT 1
        FOR UPDATE SKIP LOCKED) c
), claimed AS (
  UPDATE clicks c SET consumed_at = t.attributed_at, consumed_by = t.install_id
    FROM (SELECT click_id AS id, project_id, install_id, attributed_at FROM decided WHERE click_id IS NOT NULL
           UNION ALL
          SELECT id, project_id, install_id, attributed_at FROM superseded) AS t
   WHERE c.id = t.id AND c.project_id IS NOT DISTINCT FROM t.project_id AND c.consumed_at IS NULL
), attribution AS (
  INSERT INTO attributions (id, project_id, install_id, click_id, link_id, campaign_id, fingerprint_hash, ip_hash,
                            match_type, confidence, payload, attributed_at)
  SELECT attribution_id, project_id, install_id, click_id, link_id, campaign_id, fingerprint_hash, ip_hash,
         match_type, confidence, payload, attributed_at
    FROM decided WHERE click_id IS NOT NULL
), event AS (
  INSERT INTO events (id, project_id, type, payload, attribution_id, install_id, traceparent)
  SELECT event_id, project_id, $20::text, payload, attribution_id, install_id, traceparent FROM decided WHERE click_id IS NOT NULL
), dimension_delta AS (
  INSERT INTO dimension_deltas (project_ids, link_ids, campaign_ids, quarters, profile_places, profiles, outcomes)
  SELECT array_agg(project_id), array_agg(CASE WHEN click_id IS NOT NULL THEN link_id END), array_agg(campaign_id),
         array_agg(floor(extract(epoch FROM now()) / 900)::integer), array_agg(place), array_agg(profile),
         array_agg(coalesce(match_type, reason, 'unknown'))
    FROM (SELECT *, row_number() OVER ()::integer AS place FROM decided) AS d
  HAVING count(*) > 0
), delivery AS (
  ${deliveriesOf('(SELECT event_id AS id, project_id, $20::text AS type FROM decided WHERE click_id IS NOT NULL)')}
)
SELECT (SELECT array_agg(n::integer) FROM decided) AS written,
       (SELECT json_agg(json_build_array(id, webhook_id, project_id, event_id)) FROM delivery WHERE state = 'pending') AS pending`
