import { endSecretGrace } from '@throughline/db/webhooks/webhooks'
import type { Answer } from '../../http/route.js'
import { presentWebhook } from './read-webhooks.js'
import { auditWebhook, requireLockedWebhook, type WebhookCall } from './webhook-call.js'

/** Ends the grace period of a rotation. A call without a grace period changes nothing. */
export async function endGrace(call: WebhookCall): Promise<Answer> {
  const webhook = await requireLockedWebhook(call)
  if (await endSecretGrace(call.db, webhook.id)) await auditWebhook(call, 'end_grace')
  return {
    status: 200,
    body: presentWebhook({ ...webhook, previousSecretExpiresAt: null }),
  }
}
