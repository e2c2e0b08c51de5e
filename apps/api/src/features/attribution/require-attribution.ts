import { findAttribution, type AttributionRow } from '@throughline/db/attribution/attributions'
import { notFound } from '../../http/mount-routes.js'
import type { Call } from '../../http/route.js'

/** A call about one attribution. */
export type AttributionCall = Call<{ id: string }>

/** The attribution that a call is about; another project's is as missing as any. */
export async function requireAttribution(call: AttributionCall): Promise<AttributionRow> {
  const { db, project, params } = call
  const row = await findAttribution(db, { projectId: project.id, id: params.id })
  if (row === null) throw notFound()
  return row
}
