import type { AuditEntryWire, ListAuditQuery } from '@throughline/contracts/audit'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { listAudit as listRows, type AuditRecord } from '@throughline/db/projects/audit'
import type { Db } from '@throughline/db/connection/database'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { AccountCall, Answer, Call } from '../../http/route.js'

export function listProjectAudit({
  db,
  project,
  query,
}: Call<object, ListAuditQuery>): Promise<Answer> {
  return list(db, query, { projectId: project.id })
}

export function listAllAudit({ db, query }: AccountCall<object, ListAuditQuery>): Promise<Answer> {
  return list(db, query, {})
}

async function list(db: Db, query: ListAuditQuery, scope: { projectId?: string }): Promise<Answer> {
  const { actor = null, action = null, target = null, from = null, to = null } = query
  const page = { beforeId: readIntegerCursor(query.cursor), limit: query.limit + 1 }
  const rows = await listRows(db, { ...scope, actor, action, target, from, to }, page)
  const entries = rows.map(presentEntry)
  return { status: 200, body: toPage(entries, query.limit, (entry) => entry) }
}

function presentEntry(entry: AuditRecord): AuditEntryWire {
  return {
    id: String(entry.id),
    project_id: entry.projectId,
    actor: entry.actor,
    actor_name: entry.actorName,
    actor_role: entry.actorRole,
    action: entry.action,
    target: entry.target,
    details: entry.details as Record<string, unknown>,
    created_at: formatTimestamp(entry.createdAt),
  }
}
