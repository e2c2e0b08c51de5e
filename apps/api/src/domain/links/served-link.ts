import type { LinkRecord } from '@throughline/db/links/links'
import type { ProjectRecord } from '@throughline/db/projects/projects'

export const SERVED_LINK_FIELDS = [
  'id',
  'projectId',
  'code',
  'actualUrl',
  'iosUrl',
  'androidUrl',
  'fallbackUrl',
  'iosBundleId',
  'androidPackageName',
  'iosAppId',
  'isDeeplink',
  'shouldOpenStore',
  'campaignId',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'socialTitle',
  'socialDescription',
  'socialImage',
  'expiresAt',
  'expiredUrl',
  'archivedAt',
] as const satisfies (keyof LinkRecord)[]

export const SERVED_CAMPAIGN_FIELDS = [
  'name',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
] as const satisfies (keyof NonNullable<LinkRecord['campaign']>)[]

export const SERVED_PROJECT_FIELDS = [
  'id',
  'name',
  'icon',
  'clipboard',
] as const satisfies (keyof ProjectRecord)[]

export type ServedLink = Pick<LinkRecord, (typeof SERVED_LINK_FIELDS)[number]> & {
  campaign: Pick<
    NonNullable<LinkRecord['campaign']>,
    (typeof SERVED_CAMPAIGN_FIELDS)[number]
  > | null
}

export type ServedProject = Pick<ProjectRecord, (typeof SERVED_PROJECT_FIELDS)[number]>
