import type { UpdateWebhookBody } from '@throughline/contracts/webhook'
import {
  holdDeliveries,
  resumeDeliveries,
  cancelDeliveries,
} from '@throughline/db/deliveries/hold-deliveries'
import type { QueuedDelivery } from '@throughline/core/webhooks/queued-delivery'
import type { Db } from '@throughline/db/connection/database'
import {
  UNVERIFIED,
  updateWebhook as updateRow,
  deleteWebhook as deleteRow,
} from '@throughline/db/webhooks/webhooks'
import { givenFields } from '../../http/given-fields.js'
import { replaceJobsOf } from '../../http/enqueue-for.js'
import { requireVersion } from '../../http/if-match.js'
import type { Answer } from '../../http/route.js'
import { validateUrl } from './validate-url.js'
import { presentWebhook } from './read-webhooks.js'
import { auditWebhook, requireLockedWebhook, type WebhookCall } from './webhook-call.js'

export async function updateWebhook(call: WebhookCall<UpdateWebhookBody>): Promise<Answer> {
  const { ctx, db, body } = call
  if (body.url !== undefined) validateUrl(body.url, ctx.addressPolicy)
  const before = await requireLockedWebhook(call)
  requireVersion(call, before)
  const { url, events, is_active: isActive, name, description } = body
  const changes = givenFields({ url, events, isActive, name, description })
  const isElsewhere = url !== undefined && url !== before.url
  const webhook = await updateRow(db, before.id, {
    ...changes,
    ...(isElsewhere ? UNVERIFIED : {}),
  })
  const resumed = await followSwitch(db, before, webhook)
  await auditWebhook(call, 'update', { is_active: webhook.isActive })
  return {
    status: 200,
    body: presentWebhook(webhook),
    afterCommit: () => replaceJobsOf(call, resumed),
  }
}

async function followSwitch(
  db: Db,
  before: { id: number; isActive: boolean },
  after: { isActive: boolean },
): Promise<QueuedDelivery[]> {
  if (before.isActive && !after.isActive) await holdDeliveries(db, before.id)
  return !before.isActive && after.isActive ? resumeDeliveries(db, before.id) : []
}

export async function deleteWebhook(call: WebhookCall): Promise<Answer> {
  const { id } = await requireLockedWebhook(call)
  await deleteRow(call.db, id)
  await cancelDeliveries(call.db, id)
  await auditWebhook(call, 'delete')
  return { status: 200, body: { id, deleted: true } }
}
