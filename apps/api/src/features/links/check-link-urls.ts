import type { UpdateLinkBody } from '@throughline/contracts/links'
import {
  checkAppDestination,
  checkImageUrl,
  checkWebDestination,
  destinationHost,
  type DestinationRules,
} from '@throughline/core/links/destination'
import type { FieldErrors } from '@throughline/core/lib/errors'
import { listProvedHostsAmong } from '@throughline/db/links/link-references'
import type { Call } from '../../http/route.js'

const WEB_FIELDS = ['actual_url', 'url', 'fallback_url', 'expired_url'] as const
const APP_FIELDS = ['ios_url', 'android_url'] as const

/** The rules for the URLs of these bodies. Rejects link hosts, because a link to another link can loop. */
export async function destinationRules(
  { ctx, db, project, actor }: Call<unknown>,
  bodies: readonly UpdateLinkBody[],
): Promise<DestinationRules> {
  const urls = bodies.flatMap((body) => [...WEB_FIELDS, ...APP_FIELDS].map((name) => body[name]))
  const hosts = urls.flatMap((url) => (url == null ? [] : (destinationHost(url) ?? [])))
  return {
    projectId: project.id,
    linkBaseHost: ctx.config.linkBaseHost,
    publicUrlHost: new URL(ctx.config.publicUrl).host,
    isProduction: ctx.config.isProduction,
    ownHosts: await listProvedHostsAmong(db, [...new Set(hosts)]),
    allowedDestinations: project.allowedDestinations,
    enforceAllowed: actor.kind === 'sdk',
  }
}

/** Validates a request's URLs, by field (docs/api-contract.md, "Destinations"). */
export function checkLinkUrls(body: UpdateLinkBody, rules: DestinationRules): FieldErrors {
  const fields: FieldErrors = {}
  const check = (name: keyof UpdateLinkBody, validate: (url: string) => string | null) => {
    const url = body[name]
    const reason = typeof url === 'string' ? validate(url) : null
    if (reason !== null) fields[name] = [reason]
  }
  for (const name of WEB_FIELDS) check(name, (url) => checkWebDestination(url, rules))
  for (const name of APP_FIELDS) check(name, (url) => checkAppDestination(url, rules))
  check('social_image', (url) => checkImageUrl(url, rules))
  return fields
}
