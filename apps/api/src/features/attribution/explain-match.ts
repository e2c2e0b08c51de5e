import type { ExplainQuery } from '@throughline/contracts/explanation'
import { explainInstall } from '@throughline/core/explain-install'
import { findDecidedInstall } from '@throughline/db/decided-installs'
import { notFound } from '../../http/mount-routes.js'
import type { Answer, Call } from '../../http/route.js'

/** Tells why an install was matched, or was not (contract §7). */
export async function explainMatch(call: Call<object, ExplainQuery>): Promise<Answer> {
  const { db, project, query } = call
  const install = await findDecidedInstall(db, {
    projectId: project.id,
    installId: query.install_id,
  })
  if (install === null) throw notFound()
  return { status: 200, body: explainInstall(install) }
}
