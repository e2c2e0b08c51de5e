import type { Db } from './client.js'
import { Prisma } from './generated/prisma/client.js'
import type { LinkRecord } from './links.js'
import { withLiveCampaign } from './live-campaign.js'

export interface InstallKey {
  projectId: string
  installId: string
}

/** What was decided for an install, and the parts of its answer that are kept as they were. */
export interface StoredInstall {
  isMatched: boolean
  matchType: string | null
  confidence: number
  reason: string | null
  fingerprintHash: Uint8Array | null
  /** The link as it was presented, JSON text. */
  link: string | null
  /** The attribution's frozen payload, JSON text. */
  payload: string | null
}

export interface NewInstall extends InstallKey {
  platform: string
  isMatched: boolean
  matchType: string | null
  confidence: number
  reason: string | null
  clickId: string | null
  linkId: number | null
  attributionId: string | null
  fingerprintHash: Uint8Array | null
  consent: boolean | null
  /** For `explain`; its `link` is the text that a repeated call is answered with. */
  trace: { link: string | null } & Record<string, unknown>
}

/** An attribution and its event: one payload for both. */
export interface NewAttribution {
  id: string
  eventId: string
  eventType: string
  clickId: string
  linkId: number
  campaignId: number | null
  ipHash: Uint8Array | null
  payload: string
}

/** What is known of an install by its id, and the database's time. */
export async function readInstall(
  db: Db,
  key: InstallKey,
): Promise<{ now: Date; install: StoredInstall | null }> {
  const [row] = await db.$queryRaw<({ now: Date; isKnown: boolean } & StoredInstall)[]>`
    SELECT clock_timestamp() AS now, i.install_id IS NOT NULL AS "isKnown", i.is_matched AS "isMatched",
           i.match_type AS "matchType", i.confidence, i.reason, i.fingerprint_hash AS "fingerprintHash",
           i.trace ->> 'link' AS link, a.payload
      FROM (SELECT) AS one
      LEFT JOIN installs i ON i.project_id = ${key.projectId}::uuid AND i.install_id = ${key.installId}::uuid
      LEFT JOIN attributions a ON a.id = i.attribution_id`
  if (row === undefined) throw new Error('A query of one row answered none')
  const { now, isKnown, ...install } = row
  return { now, install: isKnown ? install : null }
}

/**
 * Writes a decision without a match. One that is there stays, but for `consent_missing` (contract §7).
 *
 * @returns false when another decision was there first
 */
export async function insertInstall(db: Db, install: NewInstall): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`${insertion(install)}`
  return rows.length === 1
}

/**
 * Writes a match: install, attribution and event, in the transaction that has claimed the click.
 *
 * @returns false when another decision was there first; nothing is written then
 */
export async function insertAttributedInstall(
  db: Db,
  install: NewInstall,
  attribution: NewAttribution,
): Promise<boolean> {
  const rows = await db.$queryRaw<unknown[]>`
    WITH install AS (${insertion(install)}), attribution AS (
      INSERT INTO attributions (id, project_id, install_id, click_id, link_id, campaign_id, fingerprint_hash, ip_hash,
                                match_type, confidence, payload, attributed_at)
      SELECT ${attribution.id}::uuid, i.project_id, i.install_id, ${attribution.clickId}::uuid,
             ${attribution.linkId}::integer, ${attribution.campaignId}::integer, ${install.fingerprintHash}::bytea,
             ${attribution.ipHash}::bytea, ${install.matchType}, ${install.confidence}::real, ${attribution.payload}, now()
        FROM install i
    ), event AS (
      INSERT INTO events (id, project_id, type, payload, attribution_id)
      SELECT ${attribution.eventId}::uuid, i.project_id, ${attribution.eventType}, ${attribution.payload}, ${attribution.id}::uuid
        FROM install i
    )
    SELECT 1 FROM install`
  return rows.length === 1
}

/** The link of a decision that claimed no click, or null. */
export async function findLinkOfInstall(
  db: Db,
  key: { projectId: string; linkId: number },
): Promise<LinkRecord | null> {
  const link = await db.link.findFirst({
    where: { id: key.linkId, projectId: key.projectId },
    include: { campaign: true },
  })
  return link === null ? null : withLiveCampaign(link)
}

function insertion(install: NewInstall): Prisma.Sql {
  return Prisma.sql`
    INSERT INTO installs (project_id, install_id, platform, is_matched, match_type, confidence, reason, click_id, link_id,
                          attribution_id, fingerprint_hash, consent, trace)
    VALUES (${install.projectId}::uuid, ${install.installId}::uuid, ${install.platform}, ${install.isMatched},
            ${install.matchType}, ${install.confidence}::real, ${install.reason}, ${install.clickId}::uuid,
            ${install.linkId}::integer, ${install.attributionId}::uuid, ${install.fingerprintHash}::bytea,
            ${install.consent}::boolean, ${JSON.stringify(install.trace)}::jsonb)
    ON CONFLICT (project_id, install_id) DO UPDATE
       SET platform = excluded.platform, is_matched = excluded.is_matched, match_type = excluded.match_type,
           confidence = excluded.confidence, reason = excluded.reason, click_id = excluded.click_id,
           link_id = excluded.link_id, attribution_id = excluded.attribution_id,
           fingerprint_hash = excluded.fingerprint_hash, consent = excluded.consent, trace = excluded.trace,
           decided_at = now()
     WHERE installs.reason = 'consent_missing'
    RETURNING project_id, install_id`
}
