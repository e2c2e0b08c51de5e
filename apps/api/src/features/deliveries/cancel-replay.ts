import { writeAudit } from '@throughline/db/projects/audit'
import { cancelReplay as cancelRow } from '@throughline/db/deliveries/cancel-replay'
import { credentialOf } from '../../http/authenticate.js'
import { notFound } from '../../http/mount-routes.js'
import type { Answer, Call } from '../../http/route.js'

/** It stays readable. A second call changes nothing. */
export async function cancelReplay(call: Call<{ id: number }>): Promise<Answer> {
  const { db, project, params } = call
  if (!(await cancelRow(db, { projectId: project.id, id: params.id }))) throw notFound()
  await writeAudit(db, {
    projectId: project.id,
    actor: credentialOf(call.actor),
    action: 'replay.cancel',
    target: `replay:${params.id}`,
  })
  return { status: 200, body: { id: params.id, deleted: true } }
}
