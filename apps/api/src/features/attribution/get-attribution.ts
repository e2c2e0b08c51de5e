import type { AttributionWithDeliveriesWire } from '@throughline/contracts/attributions'
import {
  listAttributionDeliveries,
  type AttributionDeliveryRow,
} from '@throughline/db/deliveries/read-deliveries'
import type { Answer } from '../../http/route.js'
import { presentAttribution } from './present-attribution.js'
import { requireAttribution, type AttributionCall } from './require-attribution.js'

/** Reads an attribution with what became of its event. */
export async function getAttribution(call: AttributionCall): Promise<Answer> {
  const row = await requireAttribution(call)
  const deliveries = await listAttributionDeliveries(call.db, {
    projectId: call.project.id,
    id: row.id,
    attributedAt: row.attributedAt,
  })
  const body: AttributionWithDeliveriesWire = {
    ...presentAttribution(row),
    deliveries: deliveries.map(presentDelivery),
  }
  return { status: 200, body }
}

type DeliveryWire = AttributionWithDeliveriesWire['deliveries'][number]

function presentDelivery({ id, webhookId, state }: AttributionDeliveryRow): DeliveryWire {
  // Bound by the database.
  return { id, webhook_id: webhookId, state: state as DeliveryWire['state'] }
}
