import type { CreateLinkBody, UpdateLinkBody } from '@throughline/contracts/links'
import type { NewLink } from '@throughline/db/links/links'
import { creatorOf } from '../../http/access.js'
import { givenFields } from '../../http/given-fields.js'
import type { Call } from '../../http/route.js'
import { knownAppIds } from './lookup-apps.js'

/** The columns of a request's fields; an alias is used if the plain name is missing. */
export function linkColumns(body: Omit<UpdateLinkBody, 'code'>) {
  return givenFields({
    actualUrl: body.actual_url ?? body.url ?? (body.actual_url === undefined ? body.url : null),
    name: body.name,
    campaignId: body.campaign_id,
    isDeeplink: body.is_deeplink ?? body.is_deep_link,
    shouldOpenStore: body.should_open_store,
    ...appColumns(body),
    ...presentationColumns(body),
    ...utmColumns(body),
  })
}

export type PlannedLink = Omit<NewLink, 'code'> & { code: string | null }

/** Returns the columns of new links; those without a code get a generated one. */
export async function planLinks(
  { actor, db, project }: Call<unknown>,
  bodies: readonly CreateLinkBody[],
): Promise<PlannedLink[]> {
  const appIds = await knownAppIds(db, bodies)
  return bodies.map((body) => ({
    ...linkColumns(body),
    code: body.code ?? null,
    projectId: project.id,
    iosAppId: appIds.get(body.ios_bundle_id ?? '') ?? null,
    createdBy: creatorOf(actor),
  }))
}

function appColumns(body: UpdateLinkBody) {
  return {
    iosUrl: body.ios_url,
    androidUrl: body.android_url,
    fallbackUrl: body.fallback_url,
    iosBundleId: body.ios_bundle_id,
    androidPackageName: body.android_package_name,
  }
}

function presentationColumns(body: UpdateLinkBody) {
  return {
    socialTitle: body.social_title,
    socialDescription: body.social_description,
    socialImage: body.social_image,
    expiresAt: body.expires_at,
    expiredUrl: body.expired_url,
    tags: body.tags,
  }
}

function utmColumns(body: UpdateLinkBody) {
  return {
    utmSource: body.utm_source,
    utmMedium: body.utm_medium,
    utmCampaign: body.utm_campaign,
    utmTerm: body.utm_term,
    utmContent: body.utm_content,
  }
}
