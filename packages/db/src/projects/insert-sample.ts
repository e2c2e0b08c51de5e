// Raw SQL: Prisma has no insert of arrays, and the roll-up statements create the counts.
import type { MatchExplanation } from '@throughline/core/matching/match-types'
import { DIMENSIONS } from '@throughline/core/links/click-profile'
import { plainArray, textArray } from '../batch/array-literal.js'
import { insertNewClicks } from '../clicks/click-deltas.js'
import type { NewClick } from '../clicks/click-rows.js'
import { ROLL_UP_CLICKS } from '../clicks/roll-up-clicks.js'
import { ROLL_UP_DIMENSIONS } from '../clicks/roll-up-dimensions.js'
import type { Db } from '../connection/database.js'

export interface SampleInstall {
  installId: string
  platform: string
  confidence: number
  reason: string | null
  linkId: number | null
  decidedAt: Date
  explanation: { match?: MatchExplanation }
  country: string | null
  osVersion: string | null
  sdkVersion: string | null
  /** As in `NewDecision`. */
  profile: string
  match: SampleMatch | null
}

export interface SampleVisit {
  id: string
  clickId: string
  linkId: number
  /** As in POST /api/visits. */
  signals: Record<string, string | number | string[]>
  createdAt: Date
}

interface SampleMatch {
  matchType: string
  clickId: string
  campaignId: number | null
  attributionId: string
  eventId: string
  payload: string
}

export interface SampleDelivery {
  id: string
  webhookId: number
  eventId: string
  state: 'succeeded' | 'failed' | 'retrying'
  createdAt: Date
  nextAttemptAt: Date | null
  completedAt: Date | null
  attempts: SampleAttempt[]
}

export interface SampleAttempt {
  id: string
  number: number
  startedAt: Date
  durationMs: number
  outcome: 'succeeded' | 'failed'
  statusCode: number | null
  errorClass: string | null
  error: string | null
  responseBody: string | null
  url: string
}

export interface NewSampleLink {
  code: string
  name: string
  /** Name of a campaign of the same call. */
  campaign: string | null
  actualUrl: string
  iosUrl: string
  androidUrl: string
  isDeeplink: boolean
  utmSource: string | null
  tags: string[]
  createdAt: Date
}

export interface NewSampleCampaign {
  name: string
  status: string
  description: string
  utmSource: string
  utmMedium: string
  utmCampaign: string
  createdAt: Date
}

export async function insertSampleLinks(
  db: Db,
  projectId: string,
  { campaigns, links }: { campaigns: NewSampleCampaign[]; links: NewSampleLink[] },
): Promise<{ id: number; code: string; campaignId: number | null }[]> {
  const stored = await db.campaign.createManyAndReturn({
    data: campaigns.map((campaign) => ({ projectId, ...campaign })),
    select: { id: true, name: true },
  })
  const ids = new Map(stored.map(({ id, name }) => [name, id]))
  return db.link.createManyAndReturn({
    data: links.map(({ campaign, ...link }) => {
      return { projectId, ...link, campaignId: ids.get(campaign ?? '') ?? null }
    }),
    select: { id: true, code: true, campaignId: true },
  })
}

export interface SampleRows {
  projectId: string
  /** Sorted by id. */
  clicks: NewClick[]
  visits: SampleVisit[]
  installs: SampleInstall[]
  deliveries: SampleDelivery[]
  eventType: string
  refusals: { installHash: Uint8Array<ArrayBuffer>; reason: string; day: Date }[]
  /** The time of the first row. */
  since: Date
}

/** Writes and counts a sample project's rows, in the transaction that creates it, before any click or attempt. */
export async function insertSample(db: Db, rows: SampleRows): Promise<void> {
  const { projectId, since } = rows
  const { text, values } = insertNewClicks(rows.clicks)
  await db.$executeRawUnsafe(text, ...values)
  await db.visit.createMany({ data: rows.visits.map((visit) => ({ projectId, ...visit })) })
  await insertInstalls(db, rows)
  await db.$executeRawUnsafe(CLAIM_CLICKS, projectId)
  await insertDeliveries(db, rows)
  await db.installRefusal.createMany({
    data: rows.refusals.map((refusal) => ({ projectId, ...refusal })),
  })
  await db.$executeRawUnsafe(ROLL_UP_CLICKS, '1')
  await db.$executeRawUnsafe(ROLL_UP_DIMENSIONS, '2', `{${DIMENSIONS.join(',')}}`)
  // There was nothing before, so the counts by dimension are complete, and no attempt is counted twice.
  await db.$executeRaw`
    UPDATE roll_up_state
       SET dimensions_since = least(dimensions_since, ${since}::timestamptz),
           attempts_after_id = least(attempts_after_id, uuid7_floor(${since}::timestamptz))`
}

async function insertInstalls(db: Db, { projectId, installs, eventType }: SampleRows) {
  const matches = installs.map(({ match }) => match)
  await db.$executeRawUnsafe(
    INSERT_INSTALLS,
    projectId,
    eventType,
    plainArray(installs.map((i) => i.installId)),
    plainArray(installs.map((i) => i.platform)),
    plainArray(installs.map((i) => i.confidence)),
    plainArray(installs.map((i) => i.reason)),
    plainArray(installs.map((i) => i.linkId)),
    plainArray(installs.map((i) => i.decidedAt.toISOString())),
    textArray(installs.map((i) => JSON.stringify(i.explanation))),
    plainArray(installs.map((i) => i.country)),
    textArray(installs.map((i) => i.osVersion)),
    textArray(installs.map((i) => i.sdkVersion)),
    textArray(installs.map((i) => i.profile)),
    plainArray(matches.map((m) => m?.matchType ?? null)),
    plainArray(matches.map((m) => m?.clickId ?? null)),
    plainArray(matches.map((m) => m?.campaignId ?? null)),
    plainArray(matches.map((m) => m?.attributionId ?? null)),
    plainArray(matches.map((m) => m?.eventId ?? null)),
    textArray(matches.map((m) => m?.payload ?? null)),
  )
}

const INSERT_INSTALLS = `
WITH input AS MATERIALIZED (
  SELECT $1::uuid AS project_id, i.*
    FROM unnest($3::uuid[], $4::text[], $5::real[], $6::text[], $7::integer[], $8::timestamptz[], $9::text[], $10::text[],
                $11::text[], $12::text[], $13::text[], $14::text[], $15::uuid[], $16::integer[], $17::uuid[], $18::uuid[],
                $19::text[])
      AS i(install_id, platform, confidence, reason, link_id, decided_at, trace, country, os_version, sdk_version,
           profile, match_type, click_id, campaign_id, attribution_id, event_id, payload)
), install AS (
  INSERT INTO installs (project_id, install_id, platform, is_matched, match_type, confidence, reason, click_id, link_id,
                        attribution_id, trace, created_at, decided_at, country, os_version, sdk_version)
  SELECT project_id, install_id, platform, click_id IS NOT NULL, match_type, confidence, reason, click_id, link_id,
         attribution_id, trace::jsonb, decided_at, decided_at, country, os_version, sdk_version
    FROM input
), attribution AS (
  INSERT INTO attributions (id, project_id, install_id, click_id, link_id, campaign_id, match_type, confidence, payload,
                            attributed_at)
  SELECT attribution_id, project_id, install_id, click_id, link_id, campaign_id, match_type, confidence, payload, decided_at
    FROM input WHERE click_id IS NOT NULL
), event AS (
  INSERT INTO events (id, project_id, type, payload, attribution_id, install_id, created_at)
  SELECT event_id, project_id, $2::text, payload, attribution_id, install_id, decided_at
    FROM input WHERE click_id IS NOT NULL
)
INSERT INTO dimension_deltas (project_ids, link_ids, campaign_ids, quarters, profile_places, profiles, outcomes)
SELECT array_agg(project_id), array_agg(CASE WHEN click_id IS NOT NULL THEN link_id END), array_agg(campaign_id),
       array_agg(floor(extract(epoch FROM decided_at) / 900)::integer), array_agg(place), array_agg(profile),
       array_agg(coalesce(match_type, reason, 'unknown'))
  FROM (SELECT *, row_number() OVER ()::integer AS place FROM input) AS i
HAVING count(*) > 0`

const CLAIM_CLICKS = `
UPDATE clicks c SET consumed_at = a.attributed_at, consumed_by = a.install_id
  FROM attributions a
 WHERE a.project_id = $1::uuid AND c.id = a.click_id AND c.project_id = a.project_id`

/** Writes deliveries without a due time, so that the worker and the sweeper ignore them. */
async function insertDeliveries(db: Db, { projectId, deliveries, eventType }: SampleRows) {
  const isoOf = (time: Date | null) => time?.toISOString() ?? null
  await db.$executeRawUnsafe(
    `INSERT INTO deliveries (id, project_id, webhook_id, event_id, event, state, trigger, attempts_made, schedule_attempts,
                             next_attempt_at, enqueued_at, created_at, completed_at)
     SELECT d.id, $1::uuid, d.webhook_id, d.event_id, $2::text, d.state, 'auto', d.attempts, d.attempts, d.next_attempt_at,
            NULL, d.created_at, d.completed_at
       FROM unnest($3::uuid[], $4::integer[], $5::uuid[], $6::text[], $7::smallint[], $8::timestamptz[], $9::timestamptz[],
                   $10::timestamptz[])
         AS d(id, webhook_id, event_id, state, attempts, next_attempt_at, created_at, completed_at)`,
    projectId,
    eventType,
    plainArray(deliveries.map((d) => d.id)),
    plainArray(deliveries.map((d) => d.webhookId)),
    plainArray(deliveries.map((d) => d.eventId)),
    plainArray(deliveries.map((d) => d.state)),
    plainArray(deliveries.map((d) => d.attempts.length)),
    plainArray(deliveries.map((d) => isoOf(d.nextAttemptAt))),
    plainArray(deliveries.map((d) => isoOf(d.createdAt))),
    plainArray(deliveries.map((d) => isoOf(d.completedAt))),
  )
  const attempts = deliveries.flatMap(({ id, attempts: of }) =>
    of.map((attempt) => ({ deliveryId: id, ...attempt })),
  )
  await db.$executeRawUnsafe(
    `INSERT INTO delivery_attempts (id, project_id, delivery_id, number, trigger, started_at, duration_ms, outcome,
                                    status_code, error_class, error, response_body, url)
     SELECT a.id, $1::uuid, a.delivery_id, a.number, 'auto', a.started_at, a.duration_ms, a.outcome, a.status_code,
            a.error_class, a.error, a.response_body, a.url
       FROM unnest($2::uuid[], $3::uuid[], $4::integer[], $5::timestamptz[], $6::integer[], $7::text[], $8::integer[],
                   $9::text[], $10::text[], $11::text[], $12::text[])
         AS a(id, delivery_id, number, started_at, duration_ms, outcome, status_code, error_class, error, response_body,
              url)`,
    projectId,
    plainArray(attempts.map((a) => a.id)),
    plainArray(attempts.map((a) => a.deliveryId)),
    plainArray(attempts.map((a) => a.number)),
    plainArray(attempts.map((a) => a.startedAt.toISOString())),
    plainArray(attempts.map((a) => a.durationMs)),
    plainArray(attempts.map((a) => a.outcome)),
    plainArray(attempts.map((a) => a.statusCode)),
    plainArray(attempts.map((a) => a.errorClass)),
    textArray(attempts.map((a) => a.error)),
    textArray(attempts.map((a) => a.responseBody)),
    textArray(attempts.map((a) => a.url)),
  )
}
