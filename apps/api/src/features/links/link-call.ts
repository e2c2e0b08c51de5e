import type { LinkBody } from '@throughline/contracts/links'
import { domainError } from '@throughline/core/lib/errors'
import { writeAudit } from '@throughline/db/projects/audit'
import { findLinkByCode, lockLinkByCode, type LinkRecord } from '@throughline/db/links/links'
import { credentialOf } from '../../http/authenticate.js'
import { notFound } from '../../http/mount-routes.js'
import type { Call } from '../../http/route.js'
import { parseUserAgent, type Platform } from '../../domain/devices/device.js'
import { presentLink } from '../../domain/links/present-link.js'

/** A call about one link. */
export type LinkCall<Body = unknown, Query = unknown> = Call<{ code: string }, Query, Body>

type AnyCall<Params = unknown> = Call<Params>

/** The link that a call is about, archived and expired ones included. */
export async function requireLink(call: AnyCall<{ code: string }>): Promise<LinkRecord> {
  return (await findLinkByCode(call.db, call.project.id, call.params.code)) ?? reject()
}

/** The same, locked until the transaction ends. */
export async function requireLockedLink(call: AnyCall<{ code: string }>): Promise<LinkRecord> {
  return (await lockLinkByCode(call.db, call.project.id, call.params.code)) ?? reject()
}

/** An archived link is gone to everybody; only what was counted of it is still shown. */
export function rejectArchived(link: LinkRecord): void {
  if (link.archivedAt !== null) throw domainError('gone', 'This link was archived.')
}

/** The link as this caller sees it; `isApp` where an app asks in order to open it. */
export function presentTo(call: AnyCall, isApp = false): (link: LinkRecord) => LinkBody {
  const platform = platformOf(call.headers['user-agent'])
  const reader = { config: call.ctx.config, project: call.project, platform, isApp }
  return (link) => presentLink(link, reader)
}

/**
 * The platform of who asks. Apps on Android, React Native's among them, speak through OkHttp, whose user agent names no
 * system; those of Apple's name none either, and an unknown caller is shown Apple's store first. The Flutter package
 * names it.
 */
function platformOf(userAgent: string | string[] | undefined): Platform {
  return /^okhttp\//i.test(String(userAgent)) ? 'android' : parseUserAgent(userAgent).platform
}

/** Notes in the audit what a call did to a link. */
export function auditLink(
  call: AnyCall,
  link: LinkRecord,
  note: { action: string; details?: Record<string, string | string[]> },
): Promise<void> {
  return writeAudit(call.db, linkNote(call, link, note))
}

/** What is noted of a link, for a call that writes several. */
export function linkNote(
  { project, actor }: AnyCall,
  link: LinkRecord,
  note: { action: string; details?: Record<string, string | string[]> },
) {
  return {
    projectId: project.id,
    actor: credentialOf(actor),
    action: `link.${note.action}`,
    target: `link:${link.id}`,
    details: { code: link.code, ...note.details },
  }
}

function reject(): never {
  throw notFound()
}
