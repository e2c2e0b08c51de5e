import { findErasure } from '@throughline/db/erasure/erasures'
import { notFound } from '../../http/mount-routes.js'
import type { Answer, Call } from '../../http/route.js'
import { presentErasure } from './present-erasure.js'

export async function getErasure({ db, project, params }: Call<{ id: string }>): Promise<Answer> {
  const erasure = await findErasure(db, { projectId: project.id, id: params.id })
  if (erasure === null) throw notFound()
  return { status: 200, body: presentErasure(erasure) }
}
