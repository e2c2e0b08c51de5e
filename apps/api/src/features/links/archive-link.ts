import { notifyLinkChange } from '@throughline/db/links/link-changes'
import { updateLink } from '@throughline/db/links/links'
import type { Answer } from '../../http/route.js'
import { auditLink, requireLockedLink, type LinkCall } from './link-call.js'

/**
 * Archives a link: it is gone to everybody, its code stays taken and what was counted stays. Archived again, it is
 * answered alike, and nothing is written.
 */
export async function archiveLink(call: LinkCall): Promise<Answer> {
  const { db, project } = call
  const link = await requireLockedLink(call)
  if (link.archivedAt === null) {
    await updateLink(db, link.id, { archivedAt: new Date() })
    await auditLink(call, link, { action: 'archive' })
    await notifyLinkChange(db, { projectId: project.id, code: link.code })
  }
  return { status: 200, body: { id: link.id, deleted: true } }
}
