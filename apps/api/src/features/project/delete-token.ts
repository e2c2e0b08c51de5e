import { deleteAdminToken } from '@throughline/db/admin-tokens'
import { writeAudit } from '@throughline/db/audit'
import { credentialOf } from '../../http/authenticate.js'
import { notFound } from '../../http/mount-routes.js'
import type { Answer, Call } from '../../http/route.js'

/** Ends a token at once: the caller's own and the last one too, since the command line can make another. */
export async function deleteToken(call: Call<{ id: number }>): Promise<Answer> {
  const { db, project } = call
  const { id } = call.params
  if (!(await deleteAdminToken(db, { projectId: project.id, id }))) throw notFound()
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
    action: 'token.delete',
    target: `token:${id}`,
  })
  return { status: 200, body: { id, deleted: true } }
}
