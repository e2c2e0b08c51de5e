import type { CreateLinkBody, UpdateLinkBody } from '@throughline/contracts/links'
import { fieldErrors, type FieldErrors } from '@throughline/core/lib/errors'
import { checkOwnCode } from '@throughline/core/links/short-code'
import { listCampaignIdsAmong } from '@throughline/db/links/link-references'
import type { Call } from '../../http/route.js'
import { destinationOf, type LinkTargets } from '../../domain/links/destination.js'
import { checkLinkUrls, destinationRules } from './check-link-urls.js'
import { linkColumns } from './link-columns.js'

const NO_TARGETS: LinkTargets = {
  actualUrl: null,
  fallbackUrl: null,
  iosUrl: null,
  androidUrl: null,
  androidPackageName: null,
  iosAppId: null,
}

export async function validateNewLinks(
  call: Call<unknown>,
  bodies: readonly CreateLinkBody[],
): Promise<FieldErrors[]> {
  const results = await validateLinks(call, bodies, NO_TARGETS)
  return bodies.map(({ code }, index) => {
    const reason = code === undefined ? null : checkOwnCode(code)
    return { ...results[index], ...(reason === null ? {} : { code: [reason] }) }
  })
}

/**
 * A URL that is not allowed, an unknown campaign, no destination; an App Store lookup's result is none, as it may go.
 */
export async function validateLinks(
  call: Call<unknown>,
  bodies: readonly UpdateLinkBody[],
  before: LinkTargets,
): Promise<FieldErrors[]> {
  const rules = await destinationRules(call, bodies)
  const campaigns = await findCampaignIds(call, bodies)
  return bodies.map((body) => {
    const fields = checkLinkUrls(body, rules)
    if (body.campaign_id != null && !campaigns.has(body.campaign_id))
      fields['campaign_id'] = ['This campaign does not exist in this project.']
    const targets = { ...before, ...linkColumns(body), iosAppId: null }
    if (destinationOf(targets, 'other') === null)
      fields['actual_url'] ??= ['is required, unless a store or fallback URL is given']
    return fields
  })
}

export function rejectFields(fields: FieldErrors): void {
  if (Object.keys(fields).length > 0) throw fieldErrors(fields)
}

async function findCampaignIds(
  { db, project }: Call<unknown>,
  bodies: readonly UpdateLinkBody[],
): Promise<Set<number>> {
  const ids = new Set(bodies.flatMap(({ campaign_id }) => campaign_id ?? []))
  return new Set(await listCampaignIdsAmong(db, project.id, [...ids]))
}
