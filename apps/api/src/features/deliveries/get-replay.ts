import { findReplay } from '@throughline/db/deliveries/find-replay'
import { notFound } from '../../http/mount-routes.js'
import type { Answer, Call } from '../../http/route.js'
import { presentReplay } from './present-replay.js'

export async function getReplay({ db, project, params }: Call<{ id: number }>): Promise<Answer> {
  const replay = await findReplay(db, { projectId: project.id, id: params.id })
  if (replay === null) throw notFound()
  return { status: 200, body: presentReplay(replay) }
}
