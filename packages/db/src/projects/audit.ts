import type { Db } from '../connection/database.js'
import type { AuditEntry, Prisma } from '../generated/prisma/client.js'

export type AuditRecord = AuditEntry

export interface AuditNote {
  /** Null if the entry belongs to no project. */
  projectId: string | null
  /** `user:{id}`, `token:{id}`, `sdk` or `cli`; `system` for maintenance and for calls of another project. */
  actor: string
  /** The name of a user, with the role that permitted the action. */
  actorName?: string | null
  actorRole?: string | null
  /** Verb and noun, such as `webhook.create`. */
  action: string
  target: string
  /** Must not contain a secret. */
  details?: Prisma.InputJsonObject
}

export async function writeAudit(db: Db, note: AuditNote): Promise<void> {
  await db.auditEntry.create({ data: { ...note, details: note.details ?? {} } })
}

export async function writeAudits(db: Db, notes: AuditNote[]): Promise<void> {
  await db.auditEntry.createMany({
    data: notes.map((note) => ({ ...note, details: note.details ?? {} })),
  })
}

export interface AuditFilter {
  /** Undefined for the whole installation. */
  projectId?: string
  actor: string | null
  /** An action such as `webhook.create`, or its noun. */
  action: string | null
  target: string | null
  from: Date | null
  to: Date | null
}

/** Entries, newest first. */
export function listAudit(
  db: Db,
  { projectId, actor, action, target, from, to }: AuditFilter,
  page: { beforeId: number | null; limit: number },
): Promise<AuditRecord[]> {
  const isNoun = action !== null && !action.includes('.')
  return db.auditEntry.findMany({
    where: {
      ...(projectId === undefined ? {} : { projectId }),
      ...(page.beforeId === null ? {} : { id: { lt: page.beforeId } }),
      ...(actor === null ? {} : { actor }),
      ...(action === null ? {} : { action: isNoun ? { startsWith: `${action}.` } : action }),
      ...(target === null ? {} : { target }),
      createdAt: { ...(from === null ? {} : { gte: from }), ...(to === null ? {} : { lt: to }) },
    },
    orderBy: { id: 'desc' },
    take: page.limit,
  })
}
