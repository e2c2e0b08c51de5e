import { domainError } from '@throughline/core/lib/errors'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { findMember } from '@throughline/db/accounts/members'
import { writeAudit } from '@throughline/db/projects/audit'
import {
  cancelDeletion,
  deleteProject as deleteWithRows,
  scheduleDeletion,
} from '@throughline/db/projects/delete-project'
import { findProjectById, lockProject, type ProjectRecord } from '@throughline/db/projects/projects'
import { userCredential } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import type { AccountCall, Answer } from '../../http/route.js'
import { presentSummary } from './all-projects.js'

/** Grace period: the project keeps working, and `restoreProject` cancels the deletion. */
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

/** Deletes a sample project without a grace period and without a password, which is missing after a start link. */
export async function removeSample(call: AccountCall<{ id: string }>): Promise<Answer> {
  const { project, role } = await requireOwned(call)
  if (!project.isSample)
    throw domainError(
      'conflict',
      'This project contains no sample data. Delete it with DELETE /api/projects/{id}.',
    )
  await deleteWithRows(call.db, project, actorOf(call, role))
  return { status: 200, body: { id: project.id, deleted: true } }
}

type ActingOwner = 'owner' | 'administrator'

/**
 * Locks and returns the project if the caller is an owner or an administrator. Others get the response for a missing
 * project or a missing role.
 */
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
    throw domainError('forbidden', 'Only owners of a project may do this. Ask an owner.')
  const project = await lockProject(db, params.id)
  return { project, role: role === 'owner' ? role : 'administrator' }
}

function audit(
  call: AccountCall<{ id: string }>,
  { role, ...note }: { role: ActingOwner; action: string; details: Record<string, string> },
): Promise<void> {
  const { id } = call.params
  const target = `project:${id}`
  return writeAudit(call.db, { projectId: id, ...actorOf(call, role), target, ...note })
}

function actorOf({ session }: AccountCall<{ id: string }>, role: ActingOwner) {
  return { actor: userCredential(session), actorName: session.name, actorRole: role }
}
