import type { listWebhooksQuery, WebhookWire } from '@throughline/contracts/webhook'
import { listWebhooks as listRows, type WebhookRecord } from '@throughline/db/webhooks/webhooks'
import type { z } from 'zod'
import { readIntegerCursor, toPage } from '../../http/pagination.js'
import type { Answer, Call } from '../../http/route.js'
import { requireWebhook, type WebhookCall } from './webhook-call.js'
import { formatTimestamp } from '@throughline/core/webhooks/payload'

type ListCall = Call<unknown, z.output<typeof listWebhooksQuery>>

export async function listWebhooks({ db, project, query }: ListCall): Promise<Answer> {
  const rows = await listRows(db, {
    projectId: project.id,
    beforeId: readIntegerCursor(query.cursor),
    limit: query.limit + 1,
  })
  return { status: 200, body: toPage(rows, query.limit, presentWebhook) }
}

export async function getWebhook(call: WebhookCall): Promise<Answer> {
  return { status: 200, body: presentWebhook(await requireWebhook(call)) }
}

export function presentWebhook(webhook: WebhookRecord): WebhookWire {
  return {
    id: webhook.id,
    url: webhook.url,
    // The database contains only validated events.
    events: webhook.events as WebhookWire['events'],
    is_active: webhook.isActive,
    created_at: formatTimestamp(webhook.createdAt),
  }
}
