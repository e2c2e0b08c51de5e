import type { listDeliveriesQuery } from '@throughline/contracts/delivery'
import { listDeliveries } from '@throughline/db/deliveries/read-deliveries'
import { findWebhook } from '@throughline/db/webhooks/webhooks'
import type { z } from 'zod'
import { notFound } from '../../http/mount-routes.js'
import { readUuidCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentDelivery } from './present-delivery.js'

type ListCall = Call<{ id: number }, z.output<typeof listDeliveriesQuery>>

export async function listWebhookDeliveries(call: ListCall): Promise<Answer> {
  const { db, project, params, query } = call
  const webhook = await findWebhook(db, { projectId: project.id, id: params.id })
  if (webhook === null) throw notFound()
  const rows = await listDeliveries(db, {
    webhookId: webhook.id,
    state: query.state ?? null,
    since: query.since ?? null,
    until: query.until ?? null,
    beforeId: readUuidCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentDelivery) }
}
