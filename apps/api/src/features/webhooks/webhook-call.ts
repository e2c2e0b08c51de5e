import { findWebhook, lockWebhook, type WebhookRecord } from '@throughline/db/webhooks/webhooks'
import { writeAudit } from '@throughline/db/projects/audit'
import { auditActor } from '../../http/access.js'
import { notFound } from '../../http/path-params.js'
import type { Call } from '../../http/route.js'

export type WebhookCall<Body = unknown, Query = unknown> = Call<{ id: number }, Query, Body>

export async function requireWebhook(call: WebhookCall): Promise<WebhookRecord> {
  return (await findWebhook(call.db, keyOf(call))) ?? reject()
}

export async function requireLockedWebhook(call: WebhookCall): Promise<WebhookRecord> {
  return (await lockWebhook(call.db, keyOf(call))) ?? reject()
}

export function auditWebhook(
  call: WebhookCall,
  action: string,
  details: Record<string, string | number | boolean | string[]> = {},
): Promise<void> {
  return writeAudit(call.db, {
    projectId: call.project.id,
    ...auditActor(call.actor),
    action: `webhook.${action}`,
    target: `webhook:${call.params.id}`,
    details,
  })
}

function keyOf(call: WebhookCall) {
  return { projectId: call.project.id, id: call.params.id }
}

function reject(): never {
  throw notFound()
}
