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

/** Whether the schema has rejected a field of the link at an index. */
export type IsRejected = (index: number, field: string) => boolean

/** The fields of which a link needs at least one. */
const DESTINATIONS = [
  'actual_url',
  'url',
  'fallback_url',
  'ios_url',
  'android_url',
  'android_package_name',
] as const satisfies (keyof CreateLinkBody)[]

export async function validateNewLinks(
  call: Call<unknown>,
  bodies: readonly CreateLinkBody[],
  isRejected: IsRejected = () => false,
): Promise<FieldErrors[]> {
  const results = await validateLinks(call, bodies)
  return bodies.map((body, index) => {
    const reason = body.code === undefined ? null : checkOwnCode(body.code)
    const mayHaveOne = DESTINATIONS.some((field) => isRejected(index, field))
    return {
      ...(mayHaveOne ? {} : destinationErrors(body, NO_TARGETS)),
      ...results[index],
      ...(reason === null ? {} : { code: [reason] }),
    }
  })
}

/** The errors of a changed link. Without `before`, the remaining destination is not checked. */
export async function validateChanges(
  call: Call<{ code: string }>,
  body: UpdateLinkBody,
  before?: LinkTargets,
): Promise<FieldErrors> {
  const [fields = {}] = await validateLinks(call, [body])
  const isOtherCode = body.code !== undefined && body.code !== call.params.code
  return {
    ...(before === undefined ? {} : destinationErrors(body, before)),
    ...fields,
    ...(isOtherCode && {
      code: ['The code of a link cannot be changed. Create another link.'],
    }),
  }
}

/** The errors of URLs that are not allowed and of an unknown campaign. */
async function validateLinks(
  call: Call<unknown>,
  bodies: readonly UpdateLinkBody[],
): Promise<FieldErrors[]> {
  const rules = await destinationRules(call, bodies)
  const campaigns = await findCampaignIds(call, bodies)
  return bodies.map((body) => {
    const fields = checkLinkUrls(body, rules)
    if (body.campaign_id != null && !campaigns.has(body.campaign_id))
      fields['campaign_id'] = ['This campaign does not exist in this project.']
    return fields
  })
}

/** Requires a destination. An App Store lookup's result does not count, because it may disappear. */
function destinationErrors(body: UpdateLinkBody, before: LinkTargets): FieldErrors {
  const targets = { ...before, ...linkColumns(body), iosAppId: null }
  return destinationOf(targets, 'other') === null
    ? { actual_url: ['is required, unless a store or fallback URL is given'] }
    : {}
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
