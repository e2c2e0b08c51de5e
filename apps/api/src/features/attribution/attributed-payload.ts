import { CLICK_ID_NAMES, noClickIds } from '@throughline/core/click-ids'
import { buildAttributionPayload } from '@throughline/core/payload'
import { resolveUtm } from '@throughline/core/utm'
import type { ClickQuery, LinkOfInstall } from '@throughline/db/links-of-installs'
import { utmOf } from '../../link/link-utm.js'

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
    utm: resolveUtm({
      campaign: link.campaign === null ? null : utmOf(link.campaign),
      link: utmOf(link),
      incoming: params,
    }),
    attributedAt: now,
  })
}
