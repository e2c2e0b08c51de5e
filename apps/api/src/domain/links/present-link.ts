import { link as schema, type LinkBody } from '@throughline/contracts/links'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { LinkRecord } from '@throughline/db/links/links'
import type { ProjectRecord } from '@throughline/db/projects/projects'
import { linkUrl, shortUrlHostOf } from './hosts.js'
import type { Platform } from '../devices/device.js'
import { androidUrlOf, destinationOf, iosUrlOf } from './destination.js'
import { clickUtm, utmOf, type UtmColumns } from './utm.js'

export interface LinkReader {
  config: { publicUrl: string; linkBaseHost: string }
  project: Pick<ProjectRecord, 'prefix' | 'defaultLinkHost'>
  /** The caller's platform, which decides which store URL is shown as actual_url if no other URL is set. */
  platform: Platform
  /**
   * An app that opens a link gets a click's UTM values; management calls get the link's own, which can be sent back.
   */
  isApp: boolean
}

export type PresentableLink = Omit<LinkRecord, 'campaign'> & {
  campaign: ({ name: string } & UtmColumns) | null
  /** Attributed installs; omitted for apps. */
  installs?: number
}

/** Presents a link with these keys in this order (docs/api-contract.md, "Link fields"). */
export function presentLink(link: PresentableLink, reader: LinkReader): LinkBody {
  const utm = reader.isApp ? clickUtm(link) : utmOf(link)
  return {
    id: link.id,
    code: link.code,
    short_url: linkUrl(reader.config, shortUrlHostOf(reader.config, reader.project), link.code),
    actual_url: destinationOf(link, reader.platform) ?? '',
    name: link.name,
    ios_url: iosUrlOf(link),
    android_url: androidUrlOf(link),
    fallback_url: link.fallbackUrl,
    ios_bundle_id: link.iosBundleId,
    android_package_name: link.androidPackageName,
    is_deeplink: link.isDeeplink,
    should_open_store: link.shouldOpenStore,
    campaign_id: link.campaignId,
    campaign_name: link.campaign?.name ?? null,
    utm_source: utm.utm_source,
    utm_medium: utm.utm_medium,
    utm_campaign: utm.utm_campaign,
    utm_term: utm.utm_term,
    utm_content: utm.utm_content,
    social_title: link.socialTitle,
    social_description: link.socialDescription,
    social_image: link.socialImage,
    tags: link.tags,
    clicked_count: Number(link.clickedCount),
    installs: link.installs,
    expires_at: formatOrNull(link.expiresAt),
    expired_url: link.expiredUrl,
    archived_at: formatOrNull(link.archivedAt),
    created_by: schema.shape.created_by.parse(link.createdBy),
    project_id: link.projectId,
    created_at: formatTimestamp(link.createdAt),
    updated_at: formatTimestamp(link.updatedAt),
    version: link.version,
  }
}

function formatOrNull(time: Date | null): string | null {
  return time === null ? null : formatTimestamp(time)
}
