import { cancelDeliveries } from '@throughline/db/deliveries/hold-deliveries'
import { deleteWebhook as deleteRow } from '@throughline/db/webhooks/webhooks'
import type { Answer } from '../../http/route.js'
import { auditWebhook, requireLockedWebhook, type WebhookCall } from './webhook-call.js'

export async function deleteWebhook(call: WebhookCall): Promise<Answer> {
  const { id } = await requireLockedWebhook(call)
  await deleteRow(call.db, id)
  await cancelDeliveries(call.db, id)
  await auditWebhook(call, 'delete')
  return { status: 200, body: { id, deleted: true } }
}
