import type { CreateProjectBody, ListProjectsQuery } from '@throughline/contracts/project'
import { domainError, fieldError } from '@throughline/core/lib/errors'
import { checkPrefix } from '@throughline/core/links/short-code'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import { putMember } from '@throughline/db/accounts/members'
import { isUniqueViolation } from '@throughline/db/connection/errors'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import { writeAudit } from '@throughline/db/projects/audit'
import {
  countProjects,
  insertProject,
  listProjectPage,
  type ProjectRecord,
} from '@throughline/db/projects/projects'
import type { Config } from '../../config.js'
import { hostNameOf, linkHostOf } from '../../domain/links/hosts.js'
import { userCredential } from '../../http/access.js'
import { readMeta } from '../../http/pagination.js'
import type { AccountCall, Answer } from '../../http/route.js'

export async function listProjects({
  ctx,
  db,
  query,
}: AccountCall<object, ListProjectsQuery>): Promise<Answer> {
  const { page, per_page: size, search } = query
  const filter = { search: search ?? null }
  const rows = await listProjectPage(db, filter, { skip: (page - 1) * size, take: size + 1 })
  const place = { number: page, size, beforeId: null }
  const meta = await readMeta(place, rows, (limit) => countProjects(db, filter, limit))
  const data = rows.slice(0, size).map((row) => presentSummary(row, ctx.config))
  return { status: 200, body: { data, meta } }
}

/** The administrator who creates a project becomes its owner. */
export async function createProject(
  call: AccountCall<object, unknown, CreateProjectBody>,
): Promise<Answer> {
  const { ctx, session, body } = call
  const reason = checkPrefix(body.prefix)
  if (reason !== null) throw fieldError('prefix', reason)
  if (hostNameOf(linkHostOf(ctx.config, body.prefix)) === new URL(ctx.config.publicUrl).hostname)
    throw fieldError('prefix', 'is the host of PUBLIC_URL, which serves no links')
  const project = await insertProject(call.db, body).catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error
    throw domainError('conflict', `The prefix ${body.prefix} is taken. Choose another.`)
  })
  await putMember(call.db, { projectId: project.id, userId: session.userId }, 'owner')
  await writeAudit(call.db, {
    projectId: project.id,
    actor: userCredential(session),
    actorName: session.name,
    actorRole: 'administrator',
    action: 'project.create',
    target: `project:${project.id}`,
  })
  await notifyProjectChange(call.db, project.id)
  return { status: 201, body: presentSummary(project, ctx.config) }
}

export function presentSummary(project: ProjectRecord, config: Pick<Config, 'linkBaseHost'>) {
  return {
    id: project.id,
    prefix: project.prefix,
    name: project.name,
    link_host: linkHostOf(config, project.prefix),
    project_key: project.key,
    deletes_at: project.deletesAt === null ? null : formatTimestamp(project.deletesAt),
    is_sample: project.isSample,
    created_at: formatTimestamp(project.createdAt),
  }
}
