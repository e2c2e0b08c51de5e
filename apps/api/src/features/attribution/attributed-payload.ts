import { CLICK_ID_NAMES, noClickIds, type ClickIds } from '@throughline/core/links/click-ids'
import { buildAttributionPayload } from '@throughline/core/webhooks/payload'
import type { InstallReferrer } from '@throughline/core/matching/referrer'
import type { ClickQuery, InstallLink } from '@throughline/db/attribution/attributed-links'
import { clickUtm } from '../../domain/links/utm.js'

export interface ClickIdSources {
  click: ClickQuery
  referrer: InstallReferrer | null
  /** With a verified token, the click's ids take precedence over those of the referrer. */
  isByToken: boolean
}

/** Builds the bytes of every delivery and query of this attribution. */
export function attributedPayload({ now, link }: InstallLink, sources: ClickIdSources): string {
  const { clickIds, fbclidCapturedAt } = mergeClickIds(sources)
  return buildAttributionPayload({
    code: link.code,
    clickIds,
    fbclidCapturedAt,
    campaignId: link.campaignId,
    campaignName: link.campaign?.name ?? null,
    utm: clickUtm(link, sources.click.params),
    attributedAt: now,
  })
}

/** Takes each id from the first source that has it; `fbclid` and its time come from one source. */
export function mergeClickIds({ click, referrer, isByToken }: ClickIdSources): {
  clickIds: ClickIds
  fbclidCapturedAt: number | null
} {
  const ofClick = (name: keyof ClickIds) => click.params[name] ?? null
  const ofReferrer = (name: keyof ClickIds) => referrer?.clickIds[name] ?? null
  const clickIds = noClickIds()
  for (const name of CLICK_ID_NAMES)
    clickIds[name] = isByToken
      ? (ofClick(name) ?? ofReferrer(name))
      : (ofReferrer(name) ?? ofClick(name))
  if (clickIds.fbclid === null) return { clickIds, fbclidCapturedAt: null }
  // If both have the same id, the click's is used, which always has a time.
  const isOfClick = clickIds.fbclid === ofClick('fbclid')
  const fbclidCapturedAt = isOfClick ? click.fbclidCapturedAt : (referrer?.fbclidCapturedAt ?? null)
  return { clickIds, fbclidCapturedAt }
}

/** Returns the part of a referrer to store; null without click ids and UTM values. */
export function storedReferrer(referrer: InstallReferrer | null): Record<string, string> | null {
  if (referrer === null) return null
  const { clickIds, utm, fbclidCapturedAt } = referrer
  const seconds = fbclidCapturedAt === null ? null : String(fbclidCapturedAt)
  const values: [name: string, value: string | null][] = [
    ...Object.entries(clickIds),
    ...Object.entries(utm),
    ['fbclid_captured_at', clickIds.fbclid === null ? null : seconds],
  ]
  const present = values.filter((entry): entry is [string, string] => entry[1] !== null)
  return present.length === 0 ? null : Object.fromEntries(present)
}
