import { domainError } from '@throughline/core/lib/errors'
import { notifyProjectChange } from '@throughline/db/links/link-changes'
import { writeAudit } from '@throughline/db/projects/audit'
import {
  listFormerKeys,
  replaceProjectKey,
  revokeFormerKey,
} from '@throughline/db/projects/project-keys'
import { lockProject } from '@throughline/db/projects/projects'
import { auditActor } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import type { Answer, Call } from '../../http/route.js'
import { describeProject } from './read-project.js'

const MAX_FORMER_KEYS = 20

/** Replaces the project key. Former keys continue to work, because installed apps keep them for years. */
export async function rotateKey(call: Call<object>): Promise<Answer> {
  const { db } = call
  const project = await lockProject(db, call.project.id)
  if ((await listFormerKeys(db, project.id)).length >= MAX_FORMER_KEYS)
    throw domainError(
      'conflict',
      `A project has at most ${MAX_FORMER_KEYS} former keys. Revoke a key that no app sends any more.`,
    )
  const key = await replaceProjectKey(db, project)
  await auditKey(call, 'project_key.rotate', { former: project.key, key })
  await notifyProjectChange(db, project.id)
  return { status: 200, body: await describeProject(call, { ...project, key }) }
}

export async function revokeKey(call: Call<{ key: string }>): Promise<Answer> {
  const { db, project } = call
  const { key } = call.params
  if (!(await revokeFormerKey(db, { projectId: project.id, key }))) throw notFound()
  await auditKey(call, 'project_key.revoke', { key })
  await notifyProjectChange(db, project.id)
  return { status: 200, body: { key, deleted: true } }
}

function auditKey(
  { db, project, actor }: Pick<Call, 'db' | 'project' | 'actor'>,
  action: string,
  details: Record<string, string>,
): Promise<void> {
  const target = `project:${project.id}`
  return writeAudit(db, { projectId: project.id, ...auditActor(actor), action, target, details })
}
