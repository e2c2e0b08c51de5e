import type { UpdateLinkBody } from '@throughline/contracts/links'
import { notifyLinkChange } from '@throughline/db/links/link-changes'
import { updateLink as updateRow, type LinkRecord } from '@throughline/db/links/links'
import { requireVersion } from '../../http/if-match.js'
import { givenFields } from '../../http/given-fields.js'
import type { Answer } from '../../http/route.js'
import { rejectFields, validateChanges } from './validate-links.js'
import {
  auditLink,
  presentCounted,
  rejectArchived,
  requireLockedLink,
  type LinkCall,
} from './link-call.js'
import { linkColumns } from './link-columns.js'
import { knownAppIds, lookupApps } from './lookup-apps.js'
import type { Platform } from '../../domain/devices/device.js'
import { androidUrlOf, destinationOf, iosUrlOf } from '../../domain/links/destination.js'

export async function updateLink(call: LinkCall<UpdateLinkBody>): Promise<Answer> {
  const { ctx, db, project } = call
  const before = await requireLockedLink(call)
  requireVersion(call, before)
  if (call.body.archived !== false) rejectArchived(before)
  const body = withoutDerivedUrls(call.body, before)
  rejectFields(await validateChanges(call, body, before))
  const link = await updateRow(db, before.id, {
    ...linkColumns(body),
    ...archivedColumn(body),
    ...(await appChanges(call, before)),
  })
  await auditLink(call, link, {
    action: 'update',
    details: { fields: Object.keys(givenFields(body)) },
  })
  await notifyLinkChange(db, { projectId: project.id, code: link.code })
  return {
    status: 200,
    body: (await presentCounted(call, [link]))(link),
    afterCommit: () => lookupApps(ctx, [link]),
  }
}

function archivedColumn({ archived }: UpdateLinkBody): { archivedAt?: Date | null } {
  return archived === undefined ? {} : { archivedAt: archived ? new Date() : null }
}

async function appChanges({ body, db }: LinkCall<UpdateLinkBody>, before: LinkRecord) {
  const bundleId = body.ios_bundle_id
  if (bundleId === undefined || bundleId === before.iosBundleId) return {}
  return { iosAppId: (await knownAppIds(db, [body])).get(bundleId ?? '') ?? null }
}

const PLATFORMS: readonly Platform[] = ['ios', 'android', 'desktop', 'other']

/** Ignores derived URLs, which only the response contains, so that a response can be sent back unchanged. */
function withoutDerivedUrls(body: UpdateLinkBody, before: LinkRecord): UpdateLinkBody {
  const destinations = PLATFORMS.map((platform) => destinationOf(before, platform))
  return {
    ...body,
    actual_url: ownOf(body.actual_url, before.actualUrl, destinations),
    ios_url: ownOf(body.ios_url, before.iosUrl, [iosUrlOf(before)]),
    android_url: ownOf(body.android_url, before.androidUrl, [androidUrlOf(before)]),
  }
}

type Given = string | null | undefined

function ownOf(given: Given, kept: string | null, shown: readonly (string | null)[]): Given {
  return given != null && kept === null && shown.includes(given) ? undefined : given
}

/** Archives a link: its code stays reserved and its counts remain. A second call writes nothing. */
export async function archiveLink(call: LinkCall): Promise<Answer> {
  const { db, project } = call
  const link = await requireLockedLink(call)
  if (link.archivedAt === null) {
    await updateRow(db, link.id, { archivedAt: new Date() })
    await auditLink(call, link, { action: 'archive' })
    await notifyLinkChange(db, { projectId: project.id, code: link.code })
  }
  return { status: 200, body: { id: link.id, deleted: true } }
}
