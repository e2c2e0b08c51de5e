import type { CreateLinkBody } from '@throughline/contracts/links'
import { domainError, fieldError } from '@throughline/core/errors'
import { checkOwnCode, generateShortCode } from '@throughline/core/short-code'
import { writeAudit } from '@throughline/db/audit'
import { findCampaign } from '@throughline/db/campaigns'
import { insertLink, type LinkRecord, type NewLink } from '@throughline/db/links'
import { listProvedDomains } from '@throughline/db/projects'
import { credentialOf } from '../../http/authenticate.js'
import type { Answer, Call } from '../../http/route.js'
import { parseUserAgent } from '../../link/device.js'
import { destinationOf } from '../../link/link-destination.js'
import { utmColumns } from '../../link/link-utm.js'
import { checkLinkUrls } from './check-link-urls.js'
import { presentLink } from '../../link/present-link.js'

type CreateCall = Call<object, unknown, CreateLinkBody>

/** Makes a link (contract §5). */
export async function createLink(call: CreateCall): Promise<Answer> {
  const { body, ctx, db, project } = call
  checkLinkUrls(body, {
    projectId: project.id,
    linkBaseHost: ctx.config.linkBaseHost,
    publicUrlHost: new URL(ctx.config.publicUrl).host,
    ownHosts: await listProvedDomains(db, project.id),
    allowedDestinations: project.allowedDestinations,
    enforceAllowed: call.actor.kind === 'sdk',
  })
  await requireCampaign(call)
  const link = await insert(call, toColumns(call))
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
    action: 'link.create',
    target: `link:${link.id}`,
    details: { code: link.code },
  })
  const { platform } = parseUserAgent(call.headers['user-agent'])
  return {
    status: 201,
    headers: { Location: `/api/links/${link.code}` },
    body: presentLink(link, { config: ctx.config, project, platform }),
  }
}

async function requireCampaign({ body, db, project }: CreateCall): Promise<void> {
  if (body.campaign_id == null) return
  if ((await findCampaign(db, project.id, body.campaign_id)) === null)
    throw fieldError('campaign_id', 'There is no such campaign in this project.')
}

type LinkColumns = Omit<NewLink, 'code'>

function toColumns({ body, actor, project }: CreateCall): LinkColumns {
  const columns = {
    projectId: project.id,
    actualUrl: body.actual_url ?? body.url ?? null,
    name: body.name ?? null,
    campaignId: body.campaign_id ?? null,
    isDeeplink: body.is_deeplink ?? body.is_deep_link ?? false,
    shouldOpenStore: body.should_open_store,
    ...appColumns(body),
    ...presentationColumns(body),
    ...utmColumns(body),
    createdBy: actor.kind,
  }
  if (destinationOf(columns, 'other') === null)
    throw fieldError('actual_url', 'is required, unless a store or fallback URL is given')
  return columns
}

function appColumns(body: CreateLinkBody) {
  return {
    iosUrl: body.ios_url ?? null,
    androidUrl: body.android_url ?? null,
    fallbackUrl: body.fallback_url ?? null,
    iosBundleId: body.ios_bundle_id ?? null,
    androidPackageName: body.android_package_name ?? null,
  }
}

function presentationColumns(body: CreateLinkBody) {
  return {
    socialTitle: body.social_title ?? null,
    socialDescription: body.social_description ?? null,
    socialImage: body.social_image ?? null,
    expiresAt: body.expires_at ?? null,
    expiredUrl: body.expired_url ?? null,
    tags: body.tags,
  }
}

/** A second collision in 27 thousand million codes means a full project or a broken generator. */
const MAX_TRIES = 5

/** An own code that is taken is refused, never replaced in silence; a generated one is made anew. */
async function insert(call: CreateCall, columns: LinkColumns): Promise<LinkRecord> {
  const own = call.body.code
  if (own !== undefined) {
    const reason = checkOwnCode(own)
    if (reason !== null) throw fieldError('code', reason)
    const link = await insertLink(call.db, { ...columns, code: own })
    if (link === null)
      throw domainError('code_taken', 'This code is taken in this project. Choose another one.')
    return link
  }
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const link = await insertLink(call.db, { ...columns, code: generateShortCode() })
    if (link !== null) return link
  }
  throw new Error(`No free code was found in ${MAX_TRIES} tries`)
}
