import type { Answer } from '../../http/route.js'
import { presentWebhook } from './present-webhook.js'
import { requireWebhook, type WebhookCall } from './webhook-call.js'

export async function getWebhook(call: WebhookCall): Promise<Answer> {
  return { status: 200, body: presentWebhook(await requireWebhook(call)) }
}
