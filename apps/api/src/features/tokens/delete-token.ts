import type { DeleteTokenQuery } from '@throughline/contracts/tokens'
import { revokeAdminToken } from '@throughline/db/projects/admin-tokens'
import { writeAudits } from '@throughline/db/projects/audit'
import { lockProject } from '@throughline/db/projects/projects'
import { auditActor } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import type { Answer, Call } from '../../http/route.js'

/**
 * Revokes a token. The caller's token and the last token can be revoked, because the command line can create another.
 */
export async function deleteToken(call: Call<{ id: number }, DeleteTokenQuery>): Promise<Answer> {
  const { db, project, query } = call
  const { id } = call.params
  await lockProject(db, project.id)
  const revoked = await revokeAdminToken(db, {
    projectId: project.id,
    id,
    keepChildren: query.keep_children,
  })
  if (revoked.length === 0) throw notFound()
  const descendants = revoked.filter((token) => token.id !== id)
  await writeAudits(
    db,
    revoked.map((token) => ({
      projectId: project.id,
      ...auditActor(call.actor),
      action: 'token.delete',
      target: `token:${token.id}`,
      details: token.id === id ? {} : { revoked_with: id },
    })),
  )
  return { status: 200, body: { id, deleted: true, revoked_descendants: descendants } }
}
