import { CLICK_ID_NAMES, noClickIds } from '@throughline/core/click-ids'
import { buildAttributionPayload } from '@throughline/core/payload'
import type { ClickQuery, LinkOfInstall } from '@throughline/db/links-of-installs'
import { tapUtm } from '../../link/link-utm.js'

/** The bytes that every delivery and query of this attribution will carry, built once (contract §4, §7). */
export function attributedPayload(
  { now, link }: LinkOfInstall,
  { params, fbclidCapturedAt }: ClickQuery,
): string {
  const clickIds = noClickIds()
  for (const name of CLICK_ID_NAMES) clickIds[name] = params[name] ?? null
  return buildAttributionPayload({
    code: link.code,
    clickIds,
    fbclidCapturedAt,
    campaignId: link.campaignId,
    campaignName: link.campaign?.name ?? null,
    utm: tapUtm(link, params),
    attributedAt: now,
  })
}
