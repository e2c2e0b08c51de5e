import { writeAudit } from '@throughline/db/projects/audit'
import type { Db } from '@throughline/db/connection/database'
import { auditActor } from '../../http/access.js'
import type { Call } from '../../http/route.js'

export function auditDomain(
  { project, actor }: Pick<Call, 'project' | 'actor'>,
  db: Db,
  note: { action: string; host: string; details?: Record<string, boolean> },
): Promise<void> {
  return writeAudit(db, {
    projectId: project.id,
    ...auditActor(actor),
    action: `domain.${note.action}`,
    target: `domain:${note.host}`,
    details: note.details ?? {},
  })
}
