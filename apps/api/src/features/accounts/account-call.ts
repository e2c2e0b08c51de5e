import { writeAudit, type AuditNote } from '@throughline/db/projects/audit'
import { userCredential } from '../../http/access.js'
import type { AccountCall } from '../../http/route.js'

/** Writes an audit entry, without a project, for an action on an account or a session. */
export function auditAccount(
  { db, session }: Pick<AccountCall, 'db' | 'session'>,
  { action, target, details = {} }: Pick<AuditNote, 'action' | 'target' | 'details'>,
): Promise<void> {
  return writeAudit(db, {
    projectId: null,
    actor: userCredential(session),
    actorName: session.name,
    actorRole: session.isAdmin ? 'administrator' : null,
    action,
    target,
    details,
  })
}
