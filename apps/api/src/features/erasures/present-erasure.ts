import type { ErasureWire } from '@throughline/contracts/erasures'
import { formatTimestamp } from '@throughline/core/webhooks/payload'
import type { ErasureRow } from '@throughline/db/erasure/erasures'

/** An erasure's receipt. */
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
