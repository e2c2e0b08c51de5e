import type {
  ListAttributionsQuery,
  AttributionWithDeliveriesWire,
} from '@throughline/contracts/attributions'
import * as store from '@throughline/db/attribution/attributions'
import { readTotal, readUuidCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentAttribution, presentAdPayload, readPayload } from './present-attribution.js'
import {
  listAttributionDeliveries,
  type AttributionDeliveryRow,
} from '@throughline/db/deliveries/read-deliveries'
import { buildAdPayloads } from '@throughline/core/webhooks/ad-payloads'
import {
  findClickTime,
  findAttribution,
  type AttributionRow,
} from '@throughline/db/attribution/attributions'
import { notFound } from '../../http/path-params.js'

export async function listAttributions(call: Call<object, ListAttributionsQuery>): Promise<Answer> {
  const { db, project, query } = call
  const filter = {
    projectId: project.id,
    code: query.code ?? null,
    campaignId: query.campaign_id ?? null,
    matchType: query.match_type ?? null,
    platform: query.platform ?? null,
    installId: query.install_id ?? null,
    eventId: query.event_id ?? null,
    from: query.from ?? null,
    to: query.to ?? null,
  }
  const rows = await store.listAttributions(db, filter, {
    afterId: readUuidCursor(query.cursor),
    limit: query.limit + 1,
  })
  const total = await readTotal(query, rows, (limit) => store.countAttributions(db, filter, limit))
  return { status: 200, body: { ...toPage(rows, query.limit, presentAttribution), ...total } }
}

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
  // The database allows only these values.
  return { id, webhook_id: webhookId, state: state as DeliveryWire['state'] }
}

/** Returns what ad networks accept for an attribution, from its frozen payload. */
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

type AttributionCall = Call<{ id: string }>

/** An attribution of another project counts as missing. */
async function requireAttribution(call: AttributionCall): Promise<AttributionRow> {
  const { db, project, params } = call
  const row = await findAttribution(db, { projectId: project.id, id: params.id })
  if (row === null) throw notFound()
  return row
}
