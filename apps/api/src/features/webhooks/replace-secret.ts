import { generateWebhookSecret } from '@throughline/core/webhooks/signature'
import { sealWebhookSecret } from '@throughline/core/webhooks/webhook-secret'
import { replaceWebhookSecret } from '@throughline/db/webhooks/webhooks'
import type { WebhookCall } from './webhook-call.js'

/**
 * Puts a new secret in place of the locked webhook's, which goes on signing beside it for the grace.
 *
 * @returns the new secret, which is shown this once
 */
export async function replaceSecret(call: WebhookCall, graceSeconds: number): Promise<string> {
  const { ctx, db, project, params } = call
  const secret = generateWebhookSecret()
  const owner = { webhookId: params.id, projectId: project.id }
  await replaceWebhookSecret(db, params.id, {
    secretSealed: sealWebhookSecret(ctx.keyRing, secret, owner),
    graceSeconds,
  })
  return secret
}
