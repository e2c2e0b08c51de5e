import type { CreateLinkBody, UpdateLinkBody } from '@throughline/contracts/links'
import { domainError, type FieldErrors } from '@throughline/core/lib/errors'
import { checkOwnCode } from '@throughline/core/links/short-code'
import { listCampaignIdsAmong } from '@throughline/db/links/link-references'
import type { Call } from '../../http/route.js'
import { destinationOf, type LinkTargets } from '../../domain/links/destination.js'
import { checkLinkUrls, destinationRules } from './check-link-urls.js'
import { linkColumns } from './link-columns.js'

/** What a link of its own has before anybody says more. */
const NO_TARGETS: LinkTargets = {
  actualUrl: null,
  fallbackUrl: null,
  iosUrl: null,
  androidUrl: null,
  androidPackageName: null,
  iosAppId: null,
}

/** What is wrong with each of the links that shall be made, by field. */
export async function validateNewLinks(
  call: Call<unknown>,
  bodies: readonly CreateLinkBody[],
): Promise<FieldErrors[]> {
  const judged = await validateLinks(call, bodies, NO_TARGETS)
  return bodies.map(({ code }, index) => {
    const reason = code === undefined ? null : checkOwnCode(code)
    return { ...judged[index], ...(reason === null ? {} : { code: [reason] }) }
  })
}

/**
 * What is wrong with each of these changes to links that lead to `before`: a URL that is not allowed, a campaign that
 * the project does not have, a link that would lead nowhere. What the App Store was asked for is no destination: it
 * may be away tomorrow.
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
      fields['campaign_id'] = ['There is no such campaign in this project.']
    const targets = { ...before, ...linkColumns(body), iosAppId: null }
    if (destinationOf(targets, 'other') === null)
      fields['actual_url'] ??= ['is required, unless a store or fallback URL is given']
    return fields
  })
}

/** Refuses a request of which some fields are wrong. */
export function rejectFields(fields: FieldErrors): void {
  const names = Object.keys(fields)
  if (names.length === 0) return
  throw domainError(
    'validation_failed',
    `Check ${names.length === 1 ? 'the field' : 'the fields'} ${names.join(', ')}.`,
    { fields },
  )
}

async function findCampaignIds(
  { db, project }: Call<unknown>,
  bodies: readonly UpdateLinkBody[],
): Promise<Set<number>> {
  const ids = new Set(bodies.flatMap(({ campaign_id }) => campaign_id ?? []))
  return new Set(await listCampaignIdsAmong(db, project.id, [...ids]))
}
