import type { UpdateLinkBody } from '@throughline/contracts/links'
import { fieldError } from '@throughline/core/lib/errors'
import { notifyLinkChange } from '@throughline/db/links/link-changes'
import { updateLink as updateRow, type LinkRecord } from '@throughline/db/links/links'
import { givenFields } from '../../http/given-fields.js'
import type { Answer } from '../../http/route.js'
import { validateLinks, rejectFields } from './validate-links.js'
import {
  auditLink,
  presentTo,
  rejectArchived,
  requireLockedLink,
  type LinkCall,
} from './link-call.js'
import { linkColumns } from './link-columns.js'
import { knownAppIds, lookupApps } from './lookup-apps.js'
import { withoutDerivedUrls } from './without-derived-urls.js'

/** Changes a link; its code stays as it was printed. */
export async function updateLink(call: LinkCall<UpdateLinkBody>): Promise<Answer> {
  const { ctx, db, project } = call
  const before = await requireLockedLink(call)
  rejectArchived(before)
  const body = withoutDerivedUrls(call.body, before)
  if (body.code !== undefined && body.code !== before.code)
    throw fieldError('code', 'The code of a link can’t be changed. Make another link.')
  const [problems = {}] = await validateLinks(call, [body], before)
  rejectFields(problems)
  const link = await updateRow(db, before.id, {
    ...linkColumns(body),
    ...(await appChanges(call, before)),
  })
  await auditLink(call, link, {
    action: 'update',
    details: { fields: Object.keys(givenFields(body)) },
  })
  await notifyLinkChange(db, { projectId: project.id, code: link.code })
  return {
    status: 200,
    body: presentTo(call)(link),
    afterCommit: () => lookupApps(ctx, [link]),
  }
}

/** Another bundle id is another app. */
async function appChanges({ body, db }: LinkCall<UpdateLinkBody>, before: LinkRecord) {
  const bundleId = body.ios_bundle_id
  if (bundleId === undefined || bundleId === before.iosBundleId) return {}
  return { iosAppId: (await knownAppIds(db, [body])).get(bundleId ?? '') ?? null }
}
