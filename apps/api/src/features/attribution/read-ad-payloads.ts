import { buildAdPayloads } from '@throughline/core/webhooks/ad-payloads'
import { findClickTime } from '@throughline/db/attribution/attributions'
import type { Answer } from '../../http/route.js'
import { presentAdPayload } from './present-ad-payload.js'
import { readPayload } from './present-attribution.js'
import { requireAttribution, type AttributionCall } from './require-attribution.js'

/** Answers what ad networks take for an attribution, from its frozen payload. */
export async function readAdPayloads(call: AttributionCall): Promise<Answer> {
  const { db, project } = call
  const row = await requireAttribution(call)
  const { fbclid_captured_at: fbclidCapturedAt, ...clickIds } = readPayload(row)
  const clickedAt = await findClickTime(db, { projectId: project.id, id: row.id })
  const { attributedAt } = row
  const payloads = buildAdPayloads(
    { clickIds, fbclidCapturedAt, clickedAt: clickedAt ?? attributedAt, attributedAt },
    new Date(),
  )
  return { status: 200, body: { data: payloads.map(presentAdPayload) } }
}
