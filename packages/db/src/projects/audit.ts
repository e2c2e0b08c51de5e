import type { Db } from '../connection/database.js'
import type { Prisma } from '../generated/prisma/client.js'

export interface AuditNote {
  projectId: string
  /** `token:{id}`, `sdk` or `cli`; `system` if the call of another project is the cause. */
  actor: string
  /** Verb and noun, such as `webhook.create`. */
  action: string
  /** The target, such as `webhook:7`. */
  target: string
  /** Never a secret. */
  details?: Prisma.InputJsonObject
}

/** Writes an audit entry, in the transaction that it describes. */
export async function writeAudit(db: Db, note: AuditNote): Promise<void> {
  await db.auditEntry.create({ data: { ...note, details: note.details ?? {} } })
}

export async function writeAudits(db: Db, notes: AuditNote[]): Promise<void> {
  await db.auditEntry.createMany({
    data: notes.map((note) => ({ ...note, details: note.details ?? {} })),
  })
}
