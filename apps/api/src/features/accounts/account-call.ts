import { writeAudit, type AuditNote } from '@throughline/db/projects/audit'
import { userCredential } from '../../http/access.js'
import type { AccountCall } from '../../http/route.js'

/** Writes what a user did to an account or a session; it is about no project. */
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
