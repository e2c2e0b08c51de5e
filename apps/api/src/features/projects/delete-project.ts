import { domainError } from '@throughline/core/lib/errors'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { findMember } from '@throughline/db/accounts/members'
import { writeAudit } from '@throughline/db/projects/audit'
import { cancelDeletion, scheduleDeletion } from '@throughline/db/projects/delete-project'
import { findProjectById, lockProject, type ProjectRecord } from '@throughline/db/projects/projects'
import { userCredential } from '../../http/access.js'
import { notFound } from '../../http/mount-routes.js'
import type { AccountCall, Answer } from '../../http/route.js'
import { presentSummary } from './all-projects.js'

/** Until then the project works on, and `restoreProject` cancels it. */
export async function deleteProject(call: AccountCall<{ id: string }>): Promise<Answer> {
  const { db } = call
  const { project, role } = await requireOwned(call)
  const deletesAt = formatTimestamp(await scheduleDeletion(db, project.id))
  if (project.deletesAt === null)
    await audit(call, { role, action: 'project.schedule_deletion', details: { at: deletesAt } })
  return { status: 200, body: { id: project.id, deletes_at: deletesAt } }
}

export async function restoreProject(call: AccountCall<{ id: string }>): Promise<Answer> {
  const { ctx, db } = call
  const { project, role } = await requireOwned(call)
  if (project.deletesAt !== null) {
    await cancelDeletion(db, project.id)
    await audit(call, { role, action: 'project.restore', details: {} })
  }
  return { status: 200, body: presentSummary({ ...project, deletesAt: null }, ctx.config) }
}

type ActingOwner = 'owner' | 'administrator'

/** The project, locked, if the caller is one of its owners or an administrator. Others learn no more than elsewhere. */
async function requireOwned({
  db,
  session,
  params,
}: AccountCall<{ id: string }>): Promise<{ project: ProjectRecord; role: ActingOwner }> {
  const key = { projectId: params.id, userId: session.userId }
  const role = (await findMember(db, key))?.role ?? null
  if ((await findProjectById(db, params.id)) === null || (role === null && !session.isAdmin))
    throw notFound()
  if (role !== 'owner' && !session.isAdmin)
    throw domainError('forbidden', 'Only owners of a project may do this. Ask one of them.')
  const project = await lockProject(db, params.id)
  return { project, role: role === 'owner' ? role : 'administrator' }
}

function audit(
  { db, session, params }: AccountCall<{ id: string }>,
  { role, ...note }: { role: ActingOwner; action: string; details: Record<string, string> },
): Promise<void> {
  return writeAudit(db, {
    ...{ projectId: params.id, actor: userCredential(session), actorName: session.name },
    ...{ actorRole: role, target: `project:${params.id}`, ...note },
  })
}
