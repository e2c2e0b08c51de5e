import type { LinkRecord } from './links.js'
import type { Db } from './client.js'
import { Prisma, type Campaign } from './generated/prisma/client.js'

/** A link with what an attribution takes from its campaign. */
export type AttributedLink = Omit<LinkRecord, 'campaign'> & { campaign: AttributedCampaign | null }

type AttributedCampaign = Pick<
  Campaign,
  'id' | 'name' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent'
>

export interface ClaimedClick {
  /** The transaction's time by the database's clock. */
  now: Date
  /** Click ids and UTM of the click's query; only those present. */
  params: Record<string, string>
  /** Unix seconds. */
  fbclidCapturedAt: number | null
  link: AttributedLink
}

/**
 * Claims a click for an install, in one statement, and consumes the visitor's other clicks with it; the link
 * and its campaign come along as they stand at that moment (contract §7).
 *
 * @returns null when another install has the click
 */
export async function claimClick(
  db: Db,
  claim: { projectId: string; installId: string; clickId: string; supersededClickIds: string[] },
): Promise<ClaimedClick | null> {
  const [row] = await db.$queryRaw<ClaimRow[]>`
    WITH claimed AS (
      UPDATE clicks SET consumed_at = now(), consumed_by = ${claim.installId}::uuid
       WHERE id = ${claim.clickId}::uuid AND project_id = ${claim.projectId}::uuid AND consumed_at IS NULL
      RETURNING link_id, params, fbclid_captured_at
    ), superseded AS (
      UPDATE clicks SET consumed_at = now(), consumed_by = ${claim.installId}::uuid
       WHERE project_id = ${claim.projectId}::uuid AND EXISTS (SELECT FROM claimed) AND id IN (
         -- Two installs that claim each other's lesser clicks must not wait for each other.
         SELECT id FROM clicks
          WHERE project_id = ${claim.projectId}::uuid AND id = ANY (${claim.supersededClickIds}::uuid[])
            AND consumed_at IS NULL
            FOR UPDATE SKIP LOCKED)
    )
    SELECT now() AS now, k.params, k.fbclid_captured_at AS "fbclidCapturedAt", ${LINK_COLUMNS}, ${CAMPAIGN_COLUMNS}
      FROM claimed k
      JOIN links l ON l.id = k.link_id
      LEFT JOIN campaigns g ON g.id = l.campaign_id AND g.deleted_at IS NULL`
  return row === undefined ? null : toClaimedClick(row)
}

type CampaignColumns = {
  campaignName: string | null
  campaignUtmSource: string | null
  campaignUtmMedium: string | null
  campaignUtmCampaign: string | null
  campaignUtmTerm: string | null
  campaignUtmContent: string | null
}

type ClaimRow = Omit<LinkRecord, 'campaign'> &
  CampaignColumns & {
    now: Date
    params: Record<string, string>
    fbclidCapturedAt: bigint | null
  }

const LINK_COLUMNS = Prisma.sql`
  l.id, l.project_id AS "projectId", l.code, l.actual_url AS "actualUrl", l.name, l.ios_url AS "iosUrl",
  l.android_url AS "androidUrl", l.fallback_url AS "fallbackUrl", l.ios_bundle_id AS "iosBundleId",
  l.android_package_name AS "androidPackageName", l.ios_app_id AS "iosAppId", l.is_deeplink AS "isDeeplink",
  l.should_open_store AS "shouldOpenStore", l.campaign_id AS "campaignId", l.utm_source AS "utmSource",
  l.utm_medium AS "utmMedium", l.utm_campaign AS "utmCampaign", l.utm_term AS "utmTerm",
  l.utm_content AS "utmContent", l.social_title AS "socialTitle", l.social_description AS "socialDescription",
  l.social_image AS "socialImage", l.tags, l.clicked_count AS "clickedCount", l.expires_at AS "expiresAt",
  l.expired_url AS "expiredUrl", l.archived_at AS "archivedAt", l.created_by AS "createdBy",
  l.created_at AS "createdAt", l.updated_at AS "updatedAt"`

const CAMPAIGN_COLUMNS = Prisma.sql`
  g.name AS "campaignName", g.utm_source AS "campaignUtmSource", g.utm_medium AS "campaignUtmMedium",
  g.utm_campaign AS "campaignUtmCampaign", g.utm_term AS "campaignUtmTerm", g.utm_content AS "campaignUtmContent"`

function toClaimedClick(row: ClaimRow): ClaimedClick {
  const {
    now,
    params,
    fbclidCapturedAt,
    campaignName,
    campaignUtmSource,
    campaignUtmMedium,
    campaignUtmCampaign,
    campaignUtmTerm,
    campaignUtmContent,
    ...link
  } = row
  const campaign =
    link.campaignId === null || campaignName === null
      ? null
      : {
          id: link.campaignId,
          name: campaignName,
          utmSource: campaignUtmSource,
          utmMedium: campaignUtmMedium,
          utmCampaign: campaignUtmCampaign,
          utmTerm: campaignUtmTerm,
          utmContent: campaignUtmContent,
        }
  return {
    now,
    params,
    fbclidCapturedAt: fbclidCapturedAt === null ? null : Number(fbclidCapturedAt),
    link: { ...link, campaignId: campaign?.id ?? null, campaign },
  }
}
