import type { ExplainQuery } from '@throughline/contracts/explanation'
import { explainInstall, explainRefusal } from '@throughline/core/matching/explain-install'
import { findRefusal } from '@throughline/db/attribution/refusals'
import { findDecidedInstall } from '@throughline/db/attribution/installs'
import { notFound } from '../../http/mount-routes.js'
import type { Answer, Call } from '../../http/route.js'
import { installHash } from './install-call.js'

/** Explains why an install was matched, or was not. */
export async function explainMatch(call: Call<object, ExplainQuery>): Promise<Answer> {
  const { db, project, query } = call
  const key = { projectId: project.id, installId: query.install_id }
  const install = await findDecidedInstall(db, key)
  if (install !== null) return { status: 200, body: explainInstall(install) }
  const hash = installHash(call, query.install_id)
  const refusal = await findRefusal(db, { projectId: project.id, installHash: hash })
  if (refusal === null) throw notFound()
  return { status: 200, body: explainRefusal(query.install_id, refusal) }
}
