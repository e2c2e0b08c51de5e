import type { Database } from '../connection/database.js'
import type { LinkRecord } from '../links/links.js'
import { plainArray } from '../batch/array-literal.js'
import { batchRead } from '../batch/batch-read.js'
import { selectColumns } from '../batch/select-columns.js'
import { Prisma, type Campaign } from '../generated/prisma/client.js'

export type AttributedLink = Omit<LinkRecord, 'campaign'> & { campaign: AttributedCampaign | null }

type AttributedCampaign = Pick<
  Campaign,
  'id' | 'name' | 'utmSource' | 'utmMedium' | 'utmCampaign' | 'utmTerm' | 'utmContent'
>

export interface InstallLinkKey {
  projectId: string
  linkId: number
  clickId: string | null
}

export interface ClickQuery {
  /** Click ids and UTM; only those present. */
  params: Record<string, string>
  /** Unix seconds. */
  fbclidCapturedAt: number | null
}

export interface ClickTraits {
  platform: string
  osVersion: string | null
  country: string | null
  userAgent: string | null
  referer: string | null
}

export interface InstallLink {
  /** The database's clock. */
  now: Date
  link: AttributedLink
  click: (ClickQuery & { traits: ClickTraits }) | null
}

/** Batched read of links with their campaigns and clicks; null if there is no such link. */
export async function readAttributedLinks(
  database: Pick<Database, 'pool'>,
  keys: InstallLinkKey[],
): Promise<(InstallLink | null)[]> {
  const values = [
    plainArray(keys.map(({ projectId }) => projectId)),
    plainArray(keys.map(({ linkId }) => linkId)),
    plainArray(keys.map(({ clickId }) => clickId)),
  ]
  const statement = { name: 'read-links-of-installs', text: READ, values }
  const found = await batchRead<Row>(database, statement, keys.length)
  return found.map(([row]) => (row === undefined ? null : toInstallLink(row)))
}

/** `campaignName` is null if the link has no campaign or a deleted one. */
interface CampaignColumns {
  campaignName: string | null
  campaignUtmSource: string | null
  campaignUtmMedium: string | null
  campaignUtmCampaign: string | null
  campaignUtmTerm: string | null
  campaignUtmContent: string | null
}

type Row = Omit<LinkRecord, 'campaign' | 'clickedCount'> &
  CampaignColumns & {
    now: Date
    /** node-postgres returns a bigint as text. */
    clickedCount: string
    params: Record<string, string> | null
    fbclidCapturedAt: string | null
    traits: ClickTraits | null
  }

const READ = `
SELECT w.n, clock_timestamp() AS now, l.*, g.*, c.*
  FROM unnest($1::uuid[], $2::integer[], $3::uuid[]) WITH ORDINALITY AS w(project_id, link_id, click_id, n)
 CROSS JOIN LATERAL (
   SELECT ${selectColumns(Prisma.LinkScalarFieldEnum)}
     FROM links WHERE links.id = w.link_id AND links.project_id IS NOT DISTINCT FROM w.project_id LIMIT 1) l
  LEFT JOIN LATERAL (
    SELECT name AS "campaignName", utm_source AS "campaignUtmSource", utm_medium AS "campaignUtmMedium",
           utm_campaign AS "campaignUtmCampaign", utm_term AS "campaignUtmTerm", utm_content AS "campaignUtmContent"
      FROM campaigns WHERE campaigns.id = l."campaignId" AND deleted_at IS NULL LIMIT 1) g ON true
  LEFT JOIN LATERAL (
    SELECT params, fbclid_captured_at AS "fbclidCapturedAt",
           json_build_object('platform', platform, 'osVersion', os_version, 'country', country, 'userAgent', user_agent,
                             'referer', referer) AS traits
      FROM clicks
     WHERE clicks.id = w.click_id AND clicks.project_id IS NOT DISTINCT FROM w.project_id AND consumed_at IS NULL LIMIT 1) c ON true`

function toInstallLink(row: Row): InstallLink {
  const { now, params, traits, fbclidCapturedAt, campaignName } = row
  const campaign =
    row.campaignId === null || campaignName === null
      ? null
      : {
          id: row.campaignId,
          name: campaignName,
          utmSource: row.campaignUtmSource,
          utmMedium: row.campaignUtmMedium,
          utmCampaign: row.campaignUtmCampaign,
          utmTerm: row.campaignUtmTerm,
          utmContent: row.campaignUtmContent,
        }
  const seconds = fbclidCapturedAt === null ? null : Number(fbclidCapturedAt)
  return {
    now,
    link: {
      ...row,
      clickedCount: BigInt(row.clickedCount),
      campaignId: campaign?.id ?? null,
      campaign,
    },
    click:
      params === null || traits === null ? null : { params, fbclidCapturedAt: seconds, traits },
  }
}
