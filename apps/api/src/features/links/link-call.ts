import type { LinkBody } from '@throughline/contracts/links'
import { domainError } from '@throughline/core/lib/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import { findLinkByCode, lockLinkByCode, type LinkRecord } from '@throughline/db/links/links'
import { countLinkInstalls } from '@throughline/db/links/stats'
import { auditActor } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import type { Call } from '../../http/route.js'
import { parseUserAgent, type Platform } from '../../domain/devices/device.js'
import { presentLink, type LinkReader } from '../../domain/links/present-link.js'

export type LinkCall<Body = unknown, Query = unknown> = Call<{ code: string }, Query, Body>

type AnyCall<Params = unknown> = Call<Params>

export async function requireLink(call: AnyCall<{ code: string }>): Promise<LinkRecord> {
  return (await findLinkByCode(call.db, call.project.id, call.params.code)) ?? reject()
}

export async function requireLockedLink(call: AnyCall<{ code: string }>): Promise<LinkRecord> {
  return (await lockLinkByCode(call.db, call.project.id, call.params.code)) ?? reject()
}

/** Rejects an archived link; only its counts are still readable. */
export function rejectArchived(link: LinkRecord): void {
  if (link.archivedAt !== null) throw domainError('gone', 'This link was archived.')
}

type Present = (link: LinkRecord) => LinkBody

/** Presents links that were just created, which have no installs. */
export function presentNew(call: AnyCall): Present {
  return call.actor.kind === 'sdk' ? presentTo(call) : presentTo(call, new Map())
}

/** Presents links to a management call. Reads the installs of these links. */
export async function presentCounted(
  call: AnyCall,
  links: readonly LinkRecord[],
): Promise<Present> {
  const ids = links.map(({ id }) => id)
  return presentTo(call, await countLinkInstalls(call.db, call.project.id, ids))
}

/** Presents a link to the app that it opened. */
export function presentToApp(call: AnyCall): Present {
  const reader = { ...readerOf(call), isApp: true }
  return (link) => presentLink(link, reader)
}

/** @param installs by id of the link; without it, records have no `installs` */
export function presentTo(call: AnyCall, installs?: ReadonlyMap<number, number>): Present {
  const reader = readerOf(call)
  return (link) =>
    presentLink(
      installs === undefined ? link : { ...link, installs: installs.get(link.id) ?? 0 },
      reader,
    )
}

function readerOf({ ctx, project, headers }: AnyCall): LinkReader {
  const platform = platformOf(headers['user-agent'])
  return { config: ctx.config, project, platform, isApp: false }
}

/** OkHttp's user agent, used by apps on Android, names no OS; Apple's apps name none either. Unknown is Apple. */
function platformOf(userAgent: string | string[] | undefined): Platform {
  return /^okhttp\//i.test(String(userAgent)) ? 'android' : parseUserAgent(userAgent).platform
}

export function auditLink(
  call: AnyCall,
  link: LinkRecord,
  note: { action: string; details?: Record<string, string | string[]> },
): Promise<void> {
  return writeAudit(call.db, linkNote(call, link, note))
}

export function linkNote(
  { project, actor }: AnyCall,
  link: LinkRecord,
  note: { action: string; details?: Record<string, string | string[]> },
) {
  return {
    projectId: project.id,
    ...auditActor(actor),
    action: `link.${note.action}`,
    target: `link:${link.id}`,
    details: { code: link.code, ...note.details },
  }
}

function reject(): never {
  throw notFound()
}
