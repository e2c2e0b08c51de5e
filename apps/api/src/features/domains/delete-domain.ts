import { toDomainHost } from '@throughline/core/net/domain-host'
import { deleteDomain as deleteRow } from '@throughline/db/projects/domains'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import { lockProject } from '@throughline/db/projects/projects'
import { notFound } from '../../http/path-params.js'
import type { Answer, Call } from '../../http/route.js'
import { auditDomain } from './domain-call.js'

/** Removes a host from the project: links are no longer served on it, and another project may prove it. */
export async function deleteDomain(call: Call<{ host: string }>): Promise<Answer> {
  const { db, project } = call
  // A concurrent check of this host must not see a partial deletion.
  await lockProject(db, project.id)
  const host = toDomainHost(call.params.host)
  const domain = host === null ? null : await deleteRow(db, { projectId: project.id, host })
  if (domain === null) throw notFound()
  await auditDomain(call, db, { action: 'delete', host: domain.host })
  await notifyProjectChange(db, project.id)
  return { status: 200, body: { id: domain.id, deleted: true } }
}
