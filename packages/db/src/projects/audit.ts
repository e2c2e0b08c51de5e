import type { Db } from '../connection/database.js'
import type { Prisma } from '../generated/prisma/client.js'

export interface AuditNote {
  projectId: string
  /** `token:{id}`, `sdk` or `cli`; `system` where another project's call is the cause. */
  actor: string
  /** Verb and noun, such as `webhook.create`. */
  action: string
  /** What it was done to, such as `webhook:7`. */
  target: string
  /** Never a secret. */
  details?: Prisma.InputJsonObject
}

/** Writes who did what, in the transaction that does it. */
export async function writeAudit(db: Db, note: AuditNote): Promise<void> {
  await db.auditEntry.create({ data: { ...note, details: note.details ?? {} } })
}

/** Writes several notes at once. */
export async function writeAudits(db: Db, notes: AuditNote[]): Promise<void> {
  await db.auditEntry.createMany({
    data: notes.map((note) => ({ ...note, details: note.details ?? {} })),
  })
}
