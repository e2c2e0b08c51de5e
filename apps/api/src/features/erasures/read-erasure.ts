import { findErasure, type ErasureRow } from '@throughline/db/erasure/erasures'
import { notFound } from '../../http/path-params.js'
import type { Answer, Call } from '../../http/route.js'
import type { ErasureWire } from '@throughline/contracts/erasures'
import { formatTimestamp } from '@throughline/core/webhooks/payload'

export async function getErasure({ db, project, params }: Call<{ id: string }>): Promise<Answer> {
  const erasure = await findErasure(db, { projectId: project.id, id: params.id })
  if (erasure === null) throw notFound()
  return { status: 200, body: presentErasure(erasure) }
}

export function presentErasure(row: ErasureRow): ErasureWire {
  return {
    id: row.id,
    subject: row.code === null ? { install_id: row.installId ?? '' } : { code: row.code },
    installs: row.installs,
    clicks: row.clicks,
    visits: row.visits,
    attributions: row.attributions,
    deliveries_canceled: row.deliveriesCanceled,
    payloads_blanked: row.payloadsBlanked,
    erased_at: row.erasedAt === null ? null : formatTimestamp(row.erasedAt),
  }
}
