import type { listDeliveriesQuery } from '@throughline/contracts/delivery'
import {
  listDeliveries,
  findDelivery,
  listAttempts,
} from '@throughline/db/deliveries/read-deliveries'
import { findWebhook, findWebhookSecrets } from '@throughline/db/webhooks/webhooks'
import type { z } from 'zod'
import { notFound } from '../../http/path-params.js'
import { readUuidCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { presentDelivery, presentAttempt, presentReplay } from './present-delivery.js'
import { requestHeaders } from './request-headers.js'
import { findReplay } from '@throughline/db/deliveries/find-replay'

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

export async function getDelivery(call: Call<{ id: string }>): Promise<Answer> {
  const { ctx, db, project, actor, params } = call
  const key = { projectId: project.id, deliveryId: params.id }
  const delivery = await findDelivery(db, key)
  if (delivery === null) throw notFound()
  const attempts = await listAttempts(db, key)
  const secrets = await findWebhookSecrets(db, { projectId: project.id, id: delivery.webhookId })
  const sent = { delivery, projectId: project.id, secrets, keyRing: ctx.keyRing, actor }
  return {
    status: 200,
    body: {
      ...presentDelivery(delivery),
      payload: delivery.payload,
      attempts: attempts.map((row) => presentAttempt(row, requestHeaders(sent, row))),
    },
  }
}

export async function getReplay({ db, project, params }: Call<{ id: number }>): Promise<Answer> {
  const replay = await findReplay(db, { projectId: project.id, id: params.id })
  if (replay === null) throw notFound()
  return { status: 200, body: presentReplay(replay) }
}
